// `kalends media`: commands for the store of pictures.
import type { Command } from 'commander'
import { UsageError } from '../features/accounts/users.ts'
import { copyPictures } from '../features/media/copy-store.ts'
import { adoptStore, ForeignStoreError, inspectInTime, monitorStore, OWNER, type StoreReport } from '../features/media/store-monitor.ts'
import { createLogger } from '../kernel/runtime/logger.ts'
import { createProgress, type Progress } from '../kernel/runtime/progress.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { configuredStore, openStore } from '../media-stores.ts'
import { examples, print, withDatabase } from './output.ts'

export function addMediaCommands(program: Command): void {
  const media = program
    .command('media')
    .description('Manage the store of pictures, MEDIA_DIR or MEDIA_URL.')
    .addHelpText(
      'after',
      examples(
        ['kalends media adopt', 'if the server does not start because the store has another owner'],
        ['kalends media copy ./media s3://pictures/calendar', 'before the pictures move to a bucket'],
      ),
    )
  media
    .command('adopt')
    .description(
      'Make this calendar the owner of the store, and its database the one that deletes files there. Pictures that are not in the database are deleted after MEDIA_KEEP_DAYS.',
    )
    .addHelpText(
      'after',
      examples(
        ['MEDIA_DIR=/srv/media kalends media adopt', 'take over the folder of a calendar that is no longer used'],
        ['kalends media adopt', 'after a restore or a failover, if this database replaces the former one'],
      ),
    )
    .action(() =>
      withDatabase(async (database, config) => {
        const { place } = configuredStore(config)
        await adoptStore(place, database)
        print(`${place.name} now belongs to this calendar.`)
      }),
    )
  media
    .command('copy <from> <to>')
    .description('Copy all pictures to another store: paths of folders, or URLs such as s3://pictures/calendar with the settings S3_*.')
    .addHelpText(
      'after',
      examples(
        ['kalends media copy ./media s3://pictures/calendar', 'copy the folder to the bucket, or continue an interrupted copy'],
        ['kalends media copy s3://pictures/calendar ./media', 'copy the bucket to the folder'],
      ),
    )
    .action((from: string, to: string) =>
      withDatabase(async (database, config) => {
        const settings = { ...config, S3_TIMEOUT_MS: COPY_TIMEOUT_MS }
        const [source, target] = [openStore(from, settings), openStore(to, settings)]
        requireUsable(await inspectInTime(source.place, database))
        // A folder that is missing or not mounted is usable, because the first start of a calendar creates it.
        if ((await source.place.readNote(OWNER)) === null)
          throw new UsageError(
            `${source.place.name} is not the store of a calendar: it has no ${OWNER}. Check the path, and whether it is mounted.`,
          )
        // A new place belongs to this calendar from now on.
        const monitor = await monitorStore(target.place, database, createLogger('silent')).catch(failIfForeign)
        requireUsable(monitor.report())
        let progress: Progress | null = null
        const { copied, present, failed } = await copyPictures(
          source.store,
          target.store,
          () => systemClock.now(),
          ({ total, done }) => {
            progress ??= createProgress('Pictures', total, () => systemClock.now().epochMilliseconds)
            progress.step(done)
            if (done === total) progress.end()
          },
        )
        print(`Pictures copied to ${target.place.name}: ${copied}. Already present: ${present}.`)
        const [first] = failed
        if (first !== undefined)
          throw new UsageError(
            `${failed.length} pictures could not be copied, the first of them ${first.digest}: ${first.message}. Run the command again to copy them.`,
          )
      }),
    )
}

/** A copy has no transaction that waits for it, and several pictures share a slow line. */
const COPY_TIMEOUT_MS = 60_000

function requireUsable({ state, found, remedy }: StoreReport): void {
  if (state !== 'ok') throw new UsageError(remedy === '' ? `${found}.` : `${found}. ${remedy}.`)
}
const failIfForeign = (error: unknown): never => {
  throw error instanceof ForeignStoreError ? new UsageError(`${error.message}.`) : error
}
