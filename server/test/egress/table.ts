// Addresses that must never be called, spelled in every way we know (F1), each with the reason it is refused for.

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Not public, one of each sort and the edges of ranges. */
export const INNER_ADDRESSES = words(`
  127.0.0.1 127.0.0.2 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.254
  192.168.0.1 192.168.255.254 169.254.0.1 169.254.169.254 169.254.170.2 100.64.0.1 100.127.255.254
  100.100.100.200 168.63.129.16 192.0.0.1 192.0.0.192 192.0.2.1 198.51.100.7 203.0.113.9 198.18.0.1
  198.19.255.254 192.88.99.1 192.31.196.1 192.52.193.1 192.175.48.1 224.0.0.1 239.255.255.250 240.0.0.1
  254.255.255.255 255.255.255.255
  :: ::1 ::2 ::127.0.0.1 ::10.0.0.1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::ffff:11.1.1.1 ::ffff:0:127.0.0.1
  64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::10.0.0.1 100::1 2001::1 2001:0:7f00:1:: 2001:2::1
  2001:10::1 2001:20::1 2001:1ff:ffff::1 2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe::1 2620:4f:8000::1 3fff::1
  4000::1 5f00::1 fc00::1 fd00::1 fd00:ec2::254 fd20:ce::254 fe80::1 febf::1 fec0::1 ff02::1 ff0e::1
`)

/** Edges of ranges that are public. */
export const PUBLIC_ADDRESSES = words(`
  1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255
  198.20.0.0 198.51.99.255 203.0.112.255 203.0.114.0 223.255.255.255 168.63.129.15
  2000::1 2001:200::1 2001:db7::1 2001:db9::1 2003::1 2606:4700::1111 2a00:1450::1 3ffe::1
`)

const spelled = (reason: string, ...urls: readonly string[]): [url: string, reason: string][] => urls.map((url) => [url, reason])
const onHost = (host: string): string => `http://${host.includes(':') ? `[${host}]` : host}/`

export const TABLE: readonly (readonly [url: string, reason: string])[] = [
  ...spelled('address', ...INNER_ADDRESSES.map(onHost)),
  // 127.0.0.1
  ...spelled(
    'address',
    'http://2130706433/',
    'http://017700000001/',
    'http://0x7f000001/',
    'http://0x7F.1/',
    'http://127.1/',
    'http://127.0.1/',
  ),
  ...spelled(
    'address',
    'http://0177.0.0.1/',
    'http://0177.0.0.01/',
    'http://0x7F.0x0.0x0.0x1/',
    'http://00000000177.0.0.1/',
    'http://127.0.0.1./',
  ),
  ...spelled('address', 'http://１２７.０.０.１/', 'http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/', 'http://127｡0｡0｡1/', 'http://𝟭𝟮𝟳.𝟬.𝟬.𝟭/'),
  ...spelled(
    'address',
    'http://%31%32%37.0.0.1/',
    'http://127%2E0%2E0%2E1/',
    'http://127.0.\t0.1/',
    'http://127.0.0.1\u00ad/',
    'http://127.0.\u200b0.1/',
  ),
  ...spelled(
    'address',
    'http:\\\\127.0.0.1\\',
    'http:/127.0.0.1/',
    'http:127.0.0.1',
    '  http://127.0.0.1/  ',
    'HTTP://127.0.0.1/',
    'https://127.0.0.1/',
  ),
  ...spelled(
    'address',
    'http://127.0.0.1#@example.org/',
    'http://127.0.0.1\\@example.org/',
    'http://127.0.0.1?@example.org/',
    'http://@127.0.0.1/',
  ),
  ...spelled(
    'address',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[0000:0000::0001]/',
    'http://[::FFFF:127.0.0.1]/',
    'http://[0:0:0:0:0:FFFF:7F00:0001]/',
  ),
  // 0.0.0.0, 192.168.0.1, 10.0.0.1 and 169.254.169.254
  ...spelled(
    'address',
    'http://0/',
    'http://0x0/',
    'http://00000000000/',
    'http://0.0/',
    'http://3232235521/',
    'http://0xC0A80001/',
    'http://192.168.1/',
  ),
  ...spelled(
    'address',
    'http://10.1/',
    'http://012.0.0.1/',
    'http://167772161/',
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://169.254.43518/',
  ),
  ...spelled(
    'address',
    'http://0251.0376.0251.0376/',
    'http://0xa9.254.0251.254/',
    'http://169。254。169。254/latest/meta-data/',
    'http://169.16689662/',
  ),
  ...spelled(
    'name',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://a.localhost/',
    'http://ⓛocalhost/',
    'http://ｌｏｃａｌｈｏｓｔ/',
  ),
  ...spelled(
    'name',
    'http://ip6-localhost/',
    'http://metadata/',
    'http://metadata.google.internal/',
    'http://host.docker.internal/',
    'http://redis/',
  ),
  ...spelled('name', 'http://printer.local/', 'http://printer.local./', 'http://router.home.arpa/', 'http://a.onion/', 'http://postgres/'),
  ...spelled(
    'credentials',
    'http://example.org@127.0.0.1/',
    'http://example.org:80@10.0.0.1/',
    `http://u:p@11.1.1.1/`,
    'http://:p@11.1.1.1/',
  ),
  ...spelled('credentials', 'http://127.0.0.1@11.1.1.1/', 'http://a%40b@11.1.1.1/'),
  ...spelled(
    'scheme',
    'file:///etc/passwd',
    'file://127.0.0.1/etc/passwd',
    'FILE:/etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'dict://127.0.0.1:6379/',
  ),
  ...spelled(
    'scheme',
    'ftp://127.0.0.1/',
    'ldap://127.0.0.1/',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'ws://127.0.0.1/',
    'blob:http://127.0.0.1/a',
  ),
  ...spelled(
    'scheme',
    'about:blank',
    'view-source:http://127.0.0.1/',
    'jar:http://127.0.0.1!/',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
    'localhost:80',
  ),
  ...spelled(
    'port',
    ...[22, 25, 53, 3306, 5432, 6379, 8000, 8080, 9200, 11211].map((port) => `http://11.1.1.1:${port}/`),
    'http://11.1.1.1:0/',
  ),
  ...spelled('port', 'http://127.0.0.1:6379/', 'https://[::1]:5432/', 'http://localhost:8080/'),
  ...spelled(
    'url',
    '',
    'http://',
    'http:///',
    '//127.0.0.1/',
    '/etc/passwd',
    '../a',
    'http://[',
    'http://[::1',
    'http://1.2.3.4.5/',
    'http://256.256.256.256/',
  ),
  ...spelled(
    'url',
    'http://0x100000000/',
    'http://[::1%25lo]/',
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://[::ffff:0x7f.1]/',
    'http://11.1.1.1:65536/',
  ),
  ...spelled(
    'url',
    'http://11.1.1.1:80a/',
    'http://exa mple.org/',
    'http://127.0.0.1%00.example.org/',
    'http://%5B::1%5D/',
    'http://[127.0.0.1]/',
    'http://a<b/',
  ),
]
