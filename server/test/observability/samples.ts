// Reads samples of metrics from the text format of Prometheus.
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const LINE = /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/gm
export const parseSamples = (text: string): Sample[] =>
  [...text.matchAll(LINE)].map(({ groups: { name = '', labels = '', value = '' } = {} }) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', content = '']) => [label, content])),
    value: Number(value.replace('+Inf', 'Infinity')),
  }))

/** The sum of all samples of a metric that have these labels; 0 if there is none. */
export const sumOf = (samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}): number =>
  samples
    .filter((sample) => sample.name === name && Object.entries(labels).every(([label, content]) => sample.labels[label] === content))
    .reduce((sum, { value }) => sum + value, 0)
