// What the parts of a page find each other by, and code in colour.

export const $ = (selector, within = document) => within.querySelector(selector)
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]

/** Keys, strings, numbers and remarks in colour; the text stays what it is. */
const TOKENS = {
  json: /(?<k>"(?:[^"\\]|\\.)*")(?=\s*:)|(?<s>"(?:[^"\\]|\\.)*")|(?<n>-?\b\d[\d.eE+-]*\b|\btrue\b|\bfalse\b|\bnull\b)/g,
  sh: /(?<s>'[^']*'|"(?:[^"\\]|\\.)*")|(?<c>(?<=^|\s)#.*)|(?<k>(?<=^|\s)--?[\w-]+)/gm,
  js: /(?<c>\/\/.*)|(?<s>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)|(?<k>\b(?:import|from|const|await|for|of|new|if|try|catch|return|async)\b)|(?<n>\b\d+\b)/g,
}
TOKENS.ts = TOKENS.js
export function colour(code, language) {
  const text = code.textContent
  const pattern = TOKENS[language]
  if (!pattern || text.length > 100_000) return
  const parts = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const [sort, token] = Object.entries(match.groups).find(([, each]) => each !== undefined)
    const span = document.createElement('span')
    span.className = sort
    span.textContent = token
    parts.push(text.slice(end, match.index), span)
    end = match.index + token.length
  }
  code.replaceChildren(...parts, text.slice(end))
}
