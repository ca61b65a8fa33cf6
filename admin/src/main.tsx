// Starts the admin: loads the texts in the preferred language, then renders the screen of the address.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/frame.css'
import './styles/sign-in.css'
import { App } from './app.tsx'
import { loadLanguage, preferredLanguage } from './lib/language.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root.')
const initial = await loadLanguage(preferredLanguage())
createRoot(root).render(
  <StrictMode>
    <App initial={initial} />
  </StrictMode>,
)
