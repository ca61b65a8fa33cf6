// The form of a submission: its fields with the typed values, each with its error beside it.
import type { FieldError, FieldErrors } from '../../kernel/errors/problems.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'
import type { SiteView } from '../site/site-view.ts'
import type { FormValues } from './submit-fields.ts'
import { SUBMIT_STRINGS, type SubmitStrings } from './submit-strings.ts'

export interface FormChoice {
  readonly id: string
  readonly name: string
}
export interface SubmitForm {
  readonly view: SiteView
  readonly strings: SubmitStrings
  readonly values: FormValues
  readonly errors: FieldErrors
  readonly categories: readonly FormChoice[]
  readonly maxBytes: number
  /** The token of the private link; null for a new submission. */
  readonly token: string | null
  /** Whether a picture was sent with a form that had errors. Browsers do not keep it. */
  readonly lostPicture: boolean
  /** Whether the sender confirms the submission with a link. */
  readonly isConfirmed: boolean
}

export function renderForm(form: SubmitForm): Markup {
  const { view, strings: t, token } = form
  const isNew = token === null
  return html`${errorSummary(form)}
<form class="submit" method="post" enctype="multipart/form-data" action="${view.link(isNew ? 'submit' : 'submit/own')}"${
    isNew &&
    html` data-challenge="${view.api('/submissions/challenge')}" data-checking="${t.checking}" data-failed="${t.check_failed}" data-insecure="${t.check_needs_https}"`
  }>
${isNew ? html`<noscript><p class="note warn">${t.needs_script}</p></noscript><input type="hidden" name="altcha">` : html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="action" value="correct">`}
${group(t.event, [textField(form, 'title', t.event_title, { isRequired: true, max: 200 }), areaField(form)])}
${whenGroup(form)}
${group(t.where, [
  textField(form, 'venue', t.venue, { max: 200 }),
  html`<div class="pair">${textField(form, 'address', t.address, { max: 300 })}${textField(form, 'city', t.city, { max: 100 })}</div>`,
])}
${group(t.details, [
  textField(form, 'organizer', t.organizer, { max: 200 }),
  html`<div class="pair">${textField(form, 'website', t.website, { max: 2_000, inputMode: 'url' })}${textField(form, 'cost', t.cost, { max: 100, hint: t.cost_hint })}</div>`,
  categoryField(form),
])}
${pictureGroup(form)}
${isNew && senderGroup(form)}
<div class="stack"><button class="btn primary big">${isNew ? t.send : t.save}</button><p class="hint" role="status" data-status></p></div>
</form>`
}

const group = (legend: string, fields: readonly (Markup | false)[], hint?: Markup): Markup =>
  html`<fieldset class="card"><legend>${legend}</legend>${hint}${fields}</fieldset>`

/** Links to all fields with errors. It receives the focus, so that a screen reader reads it first. */
function errorSummary({ errors, strings: t, view }: SubmitForm): Markup | false {
  const names = Object.keys(errors).filter((name) => name !== 'altcha')
  const notChecked = 'altcha' in errors && html`<p>${t.not_checked}</p>`
  if (names.length === 0 && !notChecked) return false
  const items = names.map(
    (name) => html`<li><a class="link" href="#${name}">${labelOf(name, t)}</a>: ${errorText(errors[name], t, view)}</li>`,
  )
  return html`<div class="note bad" role="alert" tabindex="-1" autofocus><div class="stack">${notChecked}${names.length > 0 && html`<p>${t.problems}</p><ul>${items}</ul>`}</div></div>`
}
const LABELS: Readonly<Record<string, keyof SubmitStrings>> = {
  title: 'event_title',
  name: 'sender_name',
  email: 'sender_email',
  file: 'picture',
  image_alt: 'picture_alt',
}
const labelOf = (name: string, t: SubmitStrings): string => t[LABELS[name] ?? (name as keyof SubmitStrings)] ?? name

/** The texts that people read more easily than those of the API. */
const FRIENDLY = ['required', 'not_moment', 'backwards', 'not_email', 'not_url'] as const
function errorText(error: FieldError | undefined, t: SubmitStrings, { translate }: SiteView): string {
  const code = FRIENDLY.find((each) => each === error?.code)
  return code ? t[code] : error ? translate(error.text, error.values) : ''
}

interface FieldOptions {
  readonly isRequired?: true
  readonly max: number
  readonly type?: string
  readonly hint?: string
  readonly inputMode?: string
  readonly autocomplete?: string
}
function textField(form: SubmitForm, name: string, label: string, options: FieldOptions): Markup {
  const { isRequired, max, type = 'text', inputMode, autocomplete = 'off' } = options
  return field(
    form,
    { name, label, ...options },
    (described) =>
      html`<input class="input" id="${name}" name="${name}" type="${type}" value="${form.values.texts[name] ?? ''}" maxlength="${max}" autocomplete="${autocomplete}"${inputMode && html` inputmode="${inputMode}"`}${isRequired && html` required`}${described}>`,
  )
}
interface FieldParts {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isRequired?: true
}
/** A label, the control, its hint and its error. The control refers to both. */
function field(
  { errors, strings: t, view }: SubmitForm,
  { name, label, hint, isRequired }: FieldParts,
  control: (described: Markup) => Markup,
) {
  const error = errors[name]
  const ids = [...(hint ? [`${name}-hint`] : []), ...(error ? [`${name}-error`] : [])]
  const described = html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${error && html` aria-invalid="true"`}`
  return html`<div class="field"><label for="${name}">${label}${!isRequired && html` <span class="hint">(${t.optional})</span>`}</label>${control(described)}${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}${error && html`<p class="err" id="${name}-error">${errorText(error, t, view)}</p>`}</div>`
}

const areaField = (form: SubmitForm): Markup =>
  field(
    form,
    { name: 'description', label: form.strings.description, hint: form.strings.description_hint },
    (described) =>
      html`<textarea class="input" id="description" name="description" rows="7" maxlength="5000"${described}>
${form.values.texts['description'] ?? ''}</textarea>`,
  )

function whenGroup(form: SubmitForm): Markup {
  const { strings: t, view } = form
  const part = (name: 'start_day' | 'start_time' | 'end_day' | 'end_time'): Markup => {
    const isRequired = name === 'start_day' && ({ isRequired: true } as const)
    return textField(form, name, t[name], { ...isRequired, max: 20, type: name.endsWith('day') ? 'date' : 'time' })
  }
  const hint = html`<p class="hint">${view.translate(SUBMIT_STRINGS.when_hint, { zone: view.site.timeZone })}</p>`
  const pairs = (['start', 'end'] as const).map((each) => html`<div class="pair">${part(`${each}_day`)}${part(`${each}_time`)}</div>`)
  return group(t.when, pairs, hint)
}

function categoryField({ categories, values, errors, strings: t, view }: SubmitForm): Markup | false {
  const error = errors['categories']
  return (
    categories.length > 0 &&
    html`<fieldset class="choices" id="categories" tabindex="-1"${error && html` aria-describedby="categories-error"`}><legend class="label">${t.categories} <span class="hint">(${t.optional})</span></legend>${categories.map(
      ({ id, name }) =>
        html`<label><input type="checkbox" name="categories[]" value="${id}"${values.categories.has(id) && html` checked`}>${name}</label>`,
    )}${error && html`<p class="err" id="categories-error">${errorText(error, t, view)}</p>`}</fieldset>`
  )
}

function pictureGroup(form: SubmitForm): Markup {
  const { strings: t, maxBytes, lostPicture, token, view } = form
  const hint = view.translate(SUBMIT_STRINGS.picture_hint, { max: Math.floor(maxBytes / 1_048_576) })
  const again = lostPicture && html`<p class="note warn">${t.picture_again}</p>`
  const kept = token !== null && html`<p class="hint">${t.picture_kept}</p>`
  return group(t.picture, [
    field(
      form,
      { name: 'file', label: t.picture, hint },
      (described) =>
        html`<input class="input" id="file" name="file" type="file" accept="image/jpeg,image/png,image/webp,image/gif,image/avif"${described}>`,
    ),
    again,
    kept,
    textField(form, 'image_alt', t.picture_alt, { max: 300, hint: t.picture_alt_hint }),
  ])
}

function senderGroup(form: SubmitForm): Markup {
  const { strings: t, isConfirmed } = form
  return group(
    t.sender,
    [
      textField(form, 'name', t.sender_name, { isRequired: true, max: 200, autocomplete: 'name' }),
      textField(form, 'email', t.sender_email, {
        isRequired: true,
        max: 254,
        type: 'email',
        autocomplete: 'email',
        ...(isConfirmed && { hint: t.sender_email_hint }),
      }),
    ],
    html`<p class="hint">${t.sender_hint}</p>`,
  )
}
