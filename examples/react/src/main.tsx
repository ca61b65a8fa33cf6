// Renders the application. `index.html?server=https://calendar.example` selects the server.
import { createClient } from '@kalends/client'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const server = new URLSearchParams(location.search).get('server') ?? 'http://127.0.0.1:3000'
const root = document.getElementById('root')
if (root) createRoot(root).render(<App client={createClient({ baseUrl: server })} />)
