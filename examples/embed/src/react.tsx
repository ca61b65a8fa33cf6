// The widget in a React application: attributes are props.
import { useState, type HTMLAttributes } from 'react'
import { createRoot } from 'react-dom/client'
import type { KalendsElement, KalendsEventsElement, KalendsMonthElement } from '@kalends/widget'
import '@kalends/widget'

type Props<E extends KalendsElement> = HTMLAttributes<E> & Partial<Omit<E, keyof HTMLElement>>
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'kalends-events': Props<KalendsEventsElement>
      'kalends-month': Props<KalendsMonthElement>
    }
  }
}

const server = new URLSearchParams(location.search).get('server') ?? 'http://127.0.0.1:3000'

function App() {
  const [category, setCategory] = useState('')
  return (
    <>
      <h1>Around us</h1>
      <p>
        <label>
          Category{' '}
          <select value={category} onChange={(event) => setCategory(event.target.value)}>
            <option value="">All</option>
            <option value="music">Music</option>
            <option value="exhibitions">Exhibitions</option>
          </select>
        </label>
      </p>
      <kalends-events src={server} categories={category} limit={4} />
      <kalends-month src={server} />
    </>
  )
}

const root = document.querySelector('#root')
if (root) createRoot(root).render(<App />)
