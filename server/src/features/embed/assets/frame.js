// Tells the page around a frame how high the calendar is, so that it can set the height of the frame.

if (parent !== window)
  new ResizeObserver(() => {
    parent.postMessage({ kalends: 'height', height: Math.ceil(document.documentElement.getBoundingClientRect().height) }, '*')
  }).observe(document.documentElement)
