// Contract 3.3 and 5.6: sanitizing of HTML, and extraction of its text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sanitizeHtml, MAX_NESTING, htmlToSearchText } from './html.ts'
import { FieldError } from '../errors/problems.ts'
import { HOSTILE_HTML } from '../../../test/support/hostile-html.ts'

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

void test('3.3 scripts and event handlers are removed', () => {
  for (const html of HOSTILE_HTML) assertSafe(cleaned(html), html)
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
const pieces = fc.constantFrom(...HOSTILE_HTML, ...KEPT, ...SCRAPS)
void test('3.3 the result is safe for any malformed HTML', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => assertSafe(cleaned(parts.join('')), parts.join(''))),
    { numRuns: 500 },
  )
})
void test('2.9 3.3 sanitizing twice changes nothing', () => {
  for (const html of [
    ...HOSTILE_HTML,
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
