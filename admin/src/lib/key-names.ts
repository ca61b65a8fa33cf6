// The names of modifier keys on the keyboard of this device.

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
export const CONTROL = isApple ? '⌘' : 'Ctrl'
export const ALT = isApple ? '⌥' : 'Alt'
