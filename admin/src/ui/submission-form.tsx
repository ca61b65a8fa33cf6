// A form that sends a request, with the error that belongs to no field above the fields.
import type { ReactNode } from 'react'
import { Form } from 'react-aria-components/Form'
import type { Submission } from '../lib/submission.ts'
import { FieldErrorsContext } from './fields.tsx'
import { Note } from './note.tsx'

interface SubmissionFormProps {
  /** For a button outside of the form, such as the footer of a dialog. */
  readonly id?: string
  readonly submission: Submission
  /** A remedy beside the error, such as a link. */
  readonly remedy?: ReactNode
  readonly children: ReactNode
}
/**
 * The server checks the fields. Their errors stay until the form is sent again: if leaving a field removed its error, the button below would
 * move away under the pointer.
 */
export const SubmissionForm = ({ id, submission: { error, fieldErrors, submit }, remedy, children }: SubmissionFormProps) => (
  <Form
    {...(id && { id })}
    className="stack"
    validationBehavior="aria"
    onSubmit={(event) => {
      event.preventDefault()
      submit()
    }}
  >
    {error && (
      <Note kind="problem">
        {error} {remedy}
      </Note>
    )}
    <FieldErrorsContext value={fieldErrors}>{children}</FieldErrorsContext>
  </Form>
)
