// Functions that several scripts use: selecting elements, and syntax highlighting.

export const $ = (selector, within = document) => within.querySelector(selector)
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]

/** The name of each group is the CSS class of its tokens: key, string, number or comment. */
const TOKENS = {
  json: /(?<k>"(?:[^"\\]|\\.)*")(?=\s*:)|(?<s>"(?:[^"\\]|\\.)*")|(?<n>-?\b\d[\d.eE+-]*\b|\btrue\b|\bfalse\b|\bnull\b)/g,
  sh: /(?<s>'[^']*'|"(?:[^"\\]|\\.)*")|(?<c>(?<=^|\s)#.*)|(?<k>(?<=^|\s)--?[\w-]+)/gm,
  js: /(?<c>\/\/.*)|(?<s>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)|(?<k>\b(?:import|from|const|await|for|of|new|if|try|catch|return|async)\b)|(?<n>\b\d+\b)/g,
}
TOKENS.ts = TOKENS.js
const MAX_HIGHLIGHTED = 100_000

/** Wraps tokens in elements with a class. The text itself does not change. */
export function highlight(code, language) {
  const text = code.textContent
  const pattern = TOKENS[language]
  if (!pattern || text.length > MAX_HIGHLIGHTED) return
  const parts = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const [className, token] = Object.entries(match.groups).find(([, each]) => each !== undefined)
    const span = document.createElement('span')
    span.className = className
    span.textContent = token
    parts.push(text.slice(end, match.index), span)
    end = match.index + token.length
  }
  code.replaceChildren(...parts, text.slice(end))
}
