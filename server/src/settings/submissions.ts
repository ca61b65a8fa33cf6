// Settings of submissions of the public.
import { booleanSetting } from '../kernel/validation/setting-types.ts'

export const SUBMISSIONS = {
  SUBMIT_FORM: booleanSetting(
    'Accept events from the public with the form at /submit. They wait for an editor. Needs SMTP_URL or SUBMIT_WITHOUT_MAIL.',
    false,
  ),
  SUBMIT_WITHOUT_MAIL: booleanSetting(
    'Accept submissions without a confirmation by mail if SMTP_URL is empty. Nobody then knows whether the address of the sender is right.',
    false,
  ),
} as const
