// Lists all resource types.
import type { Kind } from '../engine/definition/kind.ts'
import { categories } from './categories.ts'
import { events } from './events.ts'
import { images } from './images.ts'
import { organizers } from './organizers.ts'
import { tags } from './tags.ts'
import { venues } from './venues.ts'

export const kinds: readonly Kind[] = [events, venues, organizers, categories, tags, images]
export { categories, events, images, organizers, tags, venues }
