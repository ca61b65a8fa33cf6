// The home page: a short description with links to the guide, the reference and the subscribe page.
import type { View } from './view.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'

export const landingPage = ({ strings: t, link, publicApi, api }: View): Markup => html`<div class="hero">
<h1>${t.landing_title}</h1>
<p class="lead">${t.landing_lead}</p>
<p class="actions"><a class="primary-button" href="${link('docs/first-steps')}">${t.first_steps}</a> <a class="secondary-button" href="${link('docs/reference')}">${t.reference}</a></p>
</div>
<section class="sample" aria-labelledby="sample"><h2 id="sample">${t.landing_example}</h2>
<pre tabindex="0"><code class="language-sh">curl '${publicApi}/events?per_page=3&_fields=title,start_date,venue.city'</code></pre></section>
<ul class="cards">
<li><a href="${link('docs')}"><b>${t.guide}</b><span>${t.landing_docs}</span></a></li>
<li><a href="${link('subscribe')}"><b>${t.subscribe}</b><span>${t.landing_subscribe}</span></a></li>
<li><a href="${api}/doc" data-reload><b>${t.openapi}</b><span>${t.landing_openapi}</span></a></li>
</ul>`
