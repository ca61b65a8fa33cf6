// URLs of modules that run in another process or thread: TypeScript in a clone, JavaScript in a built package.

/** Returns the URL of the module `name` in the folder of the calling module, whose URL is `import.meta.url`. */
export const siblingModuleUrl = (callerUrl: string, name: string): URL =>
  new URL(`./${name}${callerUrl.endsWith('.ts') ? '.ts' : '.js'}`, callerUrl)
