// The widget in a Vue application. Templates need the compiler option `isCustomElement` for its tags; this render function does not.
import { createApp, h, ref } from 'vue'
import '@kalends/widget'

const server = new URLSearchParams(location.search).get('server') ?? 'http://127.0.0.1:3000'
const CATEGORIES = [
  { value: '', label: 'All' },
  { value: 'music', label: 'Music' },
  { value: 'exhibitions', label: 'Exhibitions' },
]
const category = ref('')
const choose = (event: Event): void => {
  if (event.target instanceof HTMLSelectElement) category.value = event.target.value
}

createApp(() => [
  h('h1', 'Around us'),
  h('p', [
    h('label', [
      'Category ',
      h(
        'select',
        { value: category.value, onChange: choose },
        CATEGORIES.map(({ value, label }) => h('option', { value }, label)),
      ),
    ]),
  ]),
  h('kalends-events', { src: server, categories: category.value, limit: 4 }),
  h('kalends-month', { src: server }),
]).mount('#root')
