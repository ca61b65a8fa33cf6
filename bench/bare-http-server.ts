// An HTTP server that sends one fixed response: the upper bound for Kalends. It runs in a process of its own, as the measured servers do.
// Arguments: the port, a JSON file with the headers as a flat list, a file with the body.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port = '', headersFile = '', bodyFile = ''] = process.argv.slice(2)
const headers = JSON.parse(readFileSync(headersFile, 'utf8')) as string[]
const body = readFileSync(bodyFile)
createServer((_, response) => response.writeHead(200, headers).end(body)).listen(Number(port), '127.0.0.1')
