// A picture with the point that stays visible when it is cropped. The point is set by a click, by dragging, or with the arrow keys.
import type { FocalPoint } from '@kalends/client'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useFormats } from '../lib/format.ts'
import { useText } from '../lib/language.tsx'

const CENTER: FocalPoint = { x: 0.5, y: 0.5 }
const [STEP, LARGE_STEP] = [0.02, 0.1]
const MAX_HEIGHT_REM = 22
const rounded = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100

interface FocalPointPictureProps {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly point: FocalPoint | null
  /** Without it, the point cannot be changed. */
  readonly onChange?: ((point: FocalPoint) => void) | undefined
}
export function FocalPointPicture({ url, width, height, alt, point, onChange }: FocalPointPictureProps) {
  const { x, y } = point ?? CENTER
  const frame = useRef<HTMLDivElement>(null)
  const moveTo = ({ clientX, clientY }: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect()
    if (box) onChange?.({ x: rounded((clientX - box.left) / box.width), y: rounded((clientY - box.top) / box.height) })
  }
  const picture = <img src={url} alt={alt} width={width} height={height} draggable={false} />
  // The frame has the shape of the picture, so that a share of the frame is a share of the picture.
  const shape = { width: `min(100%, ${((MAX_HEIGHT_REM * width) / height).toFixed(2)}rem)` }
  if (onChange === undefined)
    return (
      <div className="focal-picture" style={shape}>
        {picture}
      </div>
    )
  return (
    <div
      ref={frame}
      className="focal-picture editable"
      style={shape}
      // Pictures are not mirrored, so left and right are those of the picture in every language.
      dir="ltr"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        moveTo(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event)
      }}
    >
      {picture}
      <div className="focal-handle" style={{ left: `${x * 100}%`, top: `${y * 100}%` }}>
        <Axes x={x} y={y} onChange={onChange} />
      </div>
    </div>
  )
}

interface AxesProps extends FocalPoint {
  readonly onChange: (point: FocalPoint) => void
}
/** One slider for each direction. The keys of the other direction move the focus to the other slider. */
function Axes({ x, y, onChange }: AxesProps) {
  const t = useText()
  const { number } = useFormats()
  const horizontal = useRef<HTMLInputElement>(null)
  const vertical = useRef<HTMLInputElement>(null)
  const percent = (share: number): string => number(Math.round(share * 100))
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? LARGE_STEP : STEP
    const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    ;(move[0] === 0 ? vertical : horizontal).current?.focus()
    onChange({ x: rounded(x + move[0]), y: rounded(y + move[1]) })
  }
  return (
    <>
      <input
        ref={horizontal}
        type="range"
        name="focal_x"
        aria-label={t('Point to keep in view, from the left')}
        aria-valuetext={t('{percent} % from the left', { percent: percent(x) })}
        min={0}
        max={1}
        step={STEP}
        value={x}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange({ x: rounded(event.target.valueAsNumber), y })}
      />
      <input
        ref={vertical}
        type="range"
        name="focal_y"
        aria-label={t('Point to keep in view, from the top')}
        aria-valuetext={t('{percent} % from the top', { percent: percent(y) })}
        aria-orientation="vertical"
        min={0}
        max={1}
        step={STEP}
        value={y}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange({ x, y: rounded(event.target.valueAsNumber) })}
      />
    </>
  )
}
