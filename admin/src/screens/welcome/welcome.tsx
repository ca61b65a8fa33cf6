// The first steps of an administrator: the settings of the calendar, the first event, and what comes next.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { Button } from '../../ui/button.tsx'
import { NotFound } from '../not-found.tsx'
import { useTitle } from '../outside-page.tsx'
import '../../styles/pickers.css'
import '../../styles/welcome.css'
import { CalendarStep } from './calendar-step.tsx'
import { EventStep } from './event-step.tsx'
import { skipFirstSteps } from './first-run.ts'
import { NextStep } from './next-step.tsx'
import type { CalendarSettings } from './setting-lines.ts'

const STEPS = ['calendar', 'event', 'next'] as const

export function Welcome() {
  const { data: me } = useMe()
  if (me === undefined) return null
  return me.may.manage_users ? <FirstSteps /> : <NotFound />
}

function FirstSteps() {
  const t = useText()
  const navigate = useNavigate()
  const [step, setStep] = useState(0)
  const [event, setEvent] = useState<{ readonly id: number; readonly title: string } | null>(null)
  const [chosen, setChosen] = useState<CalendarSettings | null>(null)
  const heading = useStepFocus(step)
  useTitle(t('First steps'))
  const titles = [t('Your calendar'), t('Your first event'), t('Next steps')]
  const skip = (): void => {
    skipFirstSteps()
    void navigate({ to: '/events' })
  }
  return (
    <div className="page narrow welcome">
      <header>
        <h1>{pageSettings.name ? t('Welcome to {calendar}', { calendar: pageSettings.name }) : t('Welcome to your calendar')}</h1>
        <p className="soft">{t('Three short steps. You can skip them, and change everything later.')}</p>
      </header>
      <ol className="welcome-steps" aria-label={t('Steps')}>
        {STEPS.map((name, index) => (
          <li key={name} aria-current={index === step ? 'step' : undefined}>
            {titles[index]}
          </li>
        ))}
      </ol>
      <section className="card section" aria-labelledby="welcome-step">
        <h2 id="welcome-step" ref={heading} tabIndex={-1}>
          {titles[step]}
        </h2>
        {step === 0 && <CalendarStep chosen={chosen} onChoose={setChosen} onNext={() => setStep(1)} />}
        {step === 1 && (
          <EventStep
            timeZone={chosen?.timeZone}
            onCreated={(created) => {
              setEvent(created)
              setStep(2)
            }}
          />
        )}
        {step === 2 && <NextStep event={event} />}
      </section>
      {step < 2 && (
        <div className="row">
          {step > 0 && (
            <Button variant="ghost" onPress={() => setStep(step - 1)}>
              {t('Back')}
            </Button>
          )}
          <Button variant="ghost" onPress={skip}>
            {t('Skip the first steps')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The heading of a new step gets the focus, because the button that led to it is gone. A field of the step may take it. */
function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) heading.current?.focus()
  }, [step])
  return heading
}
