// The first page: what this is, and where to go from here.
import type { View } from './layout.ts'
import { html, type Markup } from './markup.ts'

export const landingPage = ({ words: w, link, publicApi, api }: View): Markup => html`<div class="hero">
<h1>${w.landing_title}</h1>
<p class="lead">${w.landing_lead}</p>
<p class="actions"><a class="main-button" href="${link('docs/first-steps')}">${w.first_steps}</a> <a class="quiet-button" href="${link('docs/reference')}">${w.reference}</a></p>
</div>
<section class="sample" aria-labelledby="sample"><h2 id="sample">${w.landing_example}</h2>
<pre tabindex="0"><code class="language-sh">curl '${publicApi}/events?per_page=3&_fields=title,start_date,venue.city'</code></pre></section>
<ul class="cards">
<li><a href="${link('docs')}"><b>${w.guide}</b><span>${w.landing_docs}</span></a></li>
<li><a href="${link('subscribe')}"><b>${w.subscribe}</b><span>${w.landing_subscribe}</span></a></li>
<li><a href="${api}/doc" data-whole><b>${w.openapi}</b><span>${w.landing_openapi}</span></a></li>
</ul>`
