#!/usr/bin/env node
// From a package the built files run; in the repository, the sources.
const isInstalled = import.meta.url.includes('/node_modules/')
await import(isInstalled ? '../dist/main.js' : '../src/main.ts')
