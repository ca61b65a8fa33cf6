#!/usr/bin/env node
// Checks the version of Node before importing anything. CommonJS in old syntax, so that any Node since 12 can parse it.
'use strict'
var fs = require('fs')
var path = require('path')
var url = require('url')

/** The oldest Node that runs Kalends, and the oldest with the security fixes known at the time of this release. */
var MINIMUM = '26.4'
var PATCHED = '26.13'
var UNSUPPORTED = 'Kalends needs Node ' + MINIMUM + ' or newer with Temporal; this is Node ' + process.versions.node + '.\n'
var REMEDY = 'Install Node ' + PATCHED + ' or newer from https://nodejs.org/en/download and run the command again.\n'
var OUTDATED = 'Warning: Node ' + process.versions.node + ' lacks security fixes. Use Node ' + PATCHED + ' or newer.\n'

if (isBelow(MINIMUM) || typeof Temporal === 'undefined') {
  process.stderr.write(UNSUPPORTED + REMEDY)
  process.exitCode = 1
} else {
  if (isBelow(PATCHED)) process.stderr.write(OUTDATED)
  // A published package holds the compiled files; a checkout and the container image hold the sources.
  var compiled = path.join(__dirname, '../dist/main.js')
  var main = fs.existsSync(compiled) ? compiled : path.join(__dirname, '../src/main.ts')
  void import(url.pathToFileURL(main).href)
}

function isBelow(minimum) {
  var running = process.versions.node.split('.').map(Number)
  var wanted = minimum.split('.').map(Number)
  return running[0] < wanted[0] || (running[0] === wanted[0] && running[1] < wanted[1])
}
