// Programs of our own that run beside this one, in a process or a thread: under the same name, as TypeScript or, where it was built, as JavaScript.

/** The address of the program `name` in the folder of the module that asks (`import.meta.url`). */
export const siblingModuleUrl = (asking: string, name: string): URL => new URL(`./${name}${asking.endsWith('.ts') ? '.ts' : '.js'}`, asking)
