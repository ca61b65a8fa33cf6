// Contract 3.3 and 5.6: sanitizing of HTML, and extraction of its text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sanitizeHtml, MAX_NESTING, htmlToSearchText } from './html.ts'
import { FieldError } from '../errors/problems.ts'

const cleaned = (html: string): string => {
  const result = sanitizeHtml(html)
  assert.ok(typeof result === 'string', html)
  return result
}

const SAFE_TAGS = new Set(
  `a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li
  mark ol p pre q s small span strong sub summary sup table tbody td tfoot th thead time tr u ul wbr`.split(/\s+/),
)
const SAFE_ATTRIBUTES = new Set(
  'alt class colspan datetime dir height href lang rel reversed rowspan scope src start target title width'.split(' '),
)
const TAG = /<\/?([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"<>]*")?)*)>/g
const decoded = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Checks the HTML with an independent grammar: every `<` starts a tag, and every tag, attribute and URL is harmless. */
function assertSafe(html: string, from: string): void {
  const message = `${JSON.stringify(from)} became ${JSON.stringify(html)}`
  assert.ok(!html.replace(TAG, '').includes('<'), message)
  for (const [, name = '', attributes = ''] of html.matchAll(TAG)) {
    assert.ok(SAFE_TAGS.has(name), message)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)) {
      assert.ok(SAFE_ATTRIBUTES.has(attribute), message)
      if (attribute !== 'href' && attribute !== 'src') continue
      const { protocol } = new URL(decoded(value), 'https://here.example/')
      assert.ok((attribute === 'src' ? ['http:', 'https:'] : ['http:', 'https:', 'mailto:', 'tel:']).includes(protocol), message)
    }
  }
}

const HOSTILE: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1);//<</script>',
  '<script\u0000>alert(1)</script>',
  '<script/x>alert(1)</script\n>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" OnErRoR="alert(1)">',
  '<img/src=x/onerror=alert(1)>',
  '<img src=`x`onerror=alert(1)>',
  '<img """><script>alert(1)</script>">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img src="mailto:x@example.org">',
  '<img srcset="javascript:alert(1) 1x">',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert&#40;1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#9;script:alert(1)">x</a>',
  '<a href="&#106;&#97;vascript&colon;alert(1)">x</a>',
  '<a href="&#x6a&#x61vascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="blob:https://x.example/1">x</a>',
  '<a href="x" style="background:url(javascript:alert(1))" onclick="alert(1)">x</a>',
  '<a href=\'x" onmouseover="alert(1)\'>x</a>',
  '<div style="width:expression(alert(1))">x</div>',
  "<p onclick=alert(1) onmouseover='alert(1)'>x</p>",
  '<p title="&quot;><script>alert(1)</script>">x</p>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="x.swf">',
  '<form action="javascript:alert(1)"><input type=submit><button formaction="javascript:alert(1)">x</button></form>',
  '<input autofocus onfocus=alert(1)><select onfocus=alert(1)><option>x</select>',
  '<video><source onerror="alert(1)"></video><audio src=x onerror=alert(1)>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="//evil.example/x.css"><style>@import "//evil.example"; *{x:expression(alert(1))}</style>',
  '<body onload=alert(1)><html onclick=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<textarea></textarea><script>alert(1)</script>',
  '<title></title><script>alert(1)</script>',
  '<xmp><p title="</xmp><script>alert(1)</script>"></xmp>',
  '<plaintext><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php echo 1 ?><%= 1 %><!DOCTYPE x [<!ENTITY y "z">]>',
  '<b <script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;',
  '<p id="constructor" name="cookie" contenteditable data-x="1" is="x-y">x</p>',
  '<custom-element onclick=alert(1)>x</custom-element>',
  '<p><',
  '<img alt="a />b" src="/x" / >',
]
void test('3.3 scripts and event handlers are removed', () => {
  for (const html of HOSTILE) assertSafe(cleaned(html), html)
})
void test('3.3 the text of removed elements stays, except that of scripts and styles', () => {
  assert.equal(cleaned('a<script>alert(1)</script>b'), 'ab')
  assert.equal(cleaned('a<style>p{}</style>b'), 'ab')
  assert.equal(cleaned('a<!-- comment -->b'), 'ab')
  assert.equal(cleaned('<form><p>words</p></form>'), '<p>words</p>')
  assert.equal(cleaned('<a href="javascript:alert(1)">words</a>'), '<a>words</a>')
  assert.equal(cleaned('<p style="color:red" onclick="x()" class="lead">words</p>'), '<p class="lead">words</p>')
})

/** Texts that sanitizing must not change. */
const KEPT: readonly string[] = [
  '',
  'Plain text, no tags. 1 > 0 "quoted" it\'s',
  '<p>One</p>\n<p>Two <strong>bold</strong> <em>slanted</em> <b>b</b> <i>i</i> <u>u</u> <s>s</s> <small>s</small> <mark>m</mark></p>',
  '<p>Line<br>break</p><hr>',
  '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>',
  '<ul><li>one<ul><li>inner</li></ul></li></ul><ol start="3" reversed><li>two</li></ol>',
  '<dl><dt>term</dt><dd>what it is</dd></dl>',
  '<a href="https://example.org/a?b=1&amp;c=2#d" target="_blank" rel="noopener">link</a>',
  '<a href="mailto:x@example.org">mail</a> <a href="tel:+254700">call</a> <a href="/events">here</a> <a href="#top">up</a>',
  '<img src="https://example.org/x.jpg" alt="A &quot;picture&quot;" width="640" height="480">',
  '<figure><img src="/x.png" alt=""><figcaption>caption</figcaption></figure>',
  '<table class="wide"><caption>c</caption><colgroup><col><col></colgroup><thead><tr><th scope="col" colspan="2">h</th></tr></thead><tbody><tr><td rowspan="2">a</td><td>b</td></tr></tbody><tfoot><tr><td>f</td></tr></tfoot></table>',
  '<blockquote><p>said</p><cite>who</cite></blockquote><q>q</q>',
  '<pre><code>if (a &lt; b &amp;&amp; c &gt; d) {}</code></pre><kbd>Ctrl</kbd>',
  '<p dir="rtl" lang="ar">مرحبا <bdi>x</bdi></p>',
  '<p>H<sub>2</sub>O, m<sup>2</sup>, <abbr title="World Health Organization">WHO</abbr>, <del>old</del> <ins>new</ins></p>',
  '<p><time datetime="2031-05-06">6 May</time> <span class="x">s</span></p>',
  '<details><summary>more</summary>text</details>',
  '<p>Fish &amp; chips, 5 &lt; 6, ©, 🎷, \u00a0</p>',
]
void test('3.3 ordinary formatting, links, images, lists and tables survive', () => {
  for (const html of KEPT) assert.equal(cleaned(html), html)
})
void test('3.3 wbr has no end tag', () => {
  assert.equal(cleaned('long<wbr>word'), 'long<wbr>word')
})
void test('3.3 open tags are closed, and entities are normalized', () => {
  assert.equal(cleaned('<p>a<b>c'), '<p>a<b>c</b></p>')
  assert.equal(cleaned('a</div></b>b'), 'ab')
  assert.equal(cleaned('<BR/><IMG SRC="/x" />'), '<br><img src="/x">')
  assert.equal(cleaned('caf&eacute; &#8211; &nbsp;&copy; R&D'), 'café – \u00a0© R&amp;D')
})

const SCRAPS = '<|>|"|\'|&|/|=| |\n|\0|<p|<a href=|javascript:|onerror=|-->|<!--|]]>|&lt;|&#60|x'.split('|')
const pieces = fc.constantFrom(...HOSTILE, ...KEPT, ...SCRAPS)
void test('3.3 the result is safe for any malformed HTML', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => assertSafe(cleaned(parts.join('')), parts.join(''))),
    { numRuns: 500 },
  )
})
void test('2.9 3.3 sanitizing twice changes nothing', () => {
  for (const html of [
    ...HOSTILE,
    ...KEPT,
    '<ul><li>a<form><li>b</form></ul>',
    '<p>a<button><p>b</p></button></p>',
    '<a href="/x">a<button><a href="/y">b</a></button></a>',
    '<dl><dt>a<center><dt>b</center></dl>',
  ])
    assert.equal(cleaned(cleaned(html)), cleaned(html), html)
})
void test('11.1 HTML is nested at most 256 levels deep, however it is nested', () => {
  const levels = (n: number): string => `${'<b>'.repeat(n)}x${'</b>'.repeat(n)}`
  assert.equal(cleaned(levels(MAX_NESTING)), levels(MAX_NESTING))
  const tooDeep = [levels(MAX_NESTING + 1), '<b></i>'.repeat(300), '<li><b>'.repeat(200), '<x-y>'.repeat(300)]
  for (const html of tooDeep) assert.deepEqual(sanitizeHtml(html), new FieldError('too_deep', { max: MAX_NESTING }), html)
})
void test('11.1 void elements do not count as nested', () => {
  for (const html of ['<p>a'.repeat(1_000), '<li>a'.repeat(1_000), '<br>'.repeat(1_000), '<img src="/x">'.repeat(1_000)])
    assert.equal(typeof sanitizeHtml(html), 'string')
})
void test('3.3 a link with a target gets rel=noopener', () => {
  const link = (attributes: string): string => cleaned(`<a href="/x"${attributes}>x</a>`)
  assert.equal(link(' target="_blank"'), '<a href="/x" target="_blank" rel="noopener">x</a>')
  assert.equal(link(' rel="nofollow  author" target="_blank"'), '<a href="/x" rel="nofollow author noopener" target="_blank">x</a>')
  for (const unchanged of [' target="_blank" rel="NoOpener"', ' rel="noopener  me" target="x"', ' rel="me"', ''])
    assert.equal(link(unchanged), `<a href="/x"${unchanged}>x</a>`)
})

void test('5.6 search text of HTML', () => {
  const text = (html: string): string => htmlToSearchText(html).replace(/\s+/g, ' ').trim()
  assert.equal(text('<p>One</p><p>Two<br>three</p>'), 'One Two three')
  assert.equal(text('<p>Fish &amp; chips &lt;b&gt; &quot;x&quot; &#39;y&#39;&nbsp;z</p>'), 'Fish & chips <b> "x" \'y\' z')
  assert.equal(text('&amp;lt;'), '&lt;')
  assert.equal(text('<img src="/x" alt="hidden">'), '')
  assert.equal(text('no tags'), 'no tags')
})
void test('5.6 entity names that are JavaScript properties stay text', () => {
  assert.equal(htmlToSearchText('&constructor; &toString;'), '&constructor; &toString;')
})
void test('5.6 inline elements do not split a word', () => {
  assert.equal(htmlToSearchText('<b>K</b>enya <em>Jazz</em>').trim(), 'Kenya Jazz')
  assert.equal(htmlToSearchText('<p>Fest<wbr>ival</p>').trim(), 'Festival')
})
