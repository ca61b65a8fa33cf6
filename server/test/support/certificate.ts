// A self-signed TLS certificate for servers of tests.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export interface CertificateFiles {
  readonly key: string
  readonly certificate: string
}
/** Writes `key.pem` and `certificate.pem` for a host into a folder. */
export function makeCertificate(folder: string, host: string): CertificateFiles {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-days', '2', '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { key, certificate }
}
