// `kalends media`: commands for the media folder.
import type { Command } from 'commander'
import { adoptFolder } from '../features/media/media-folder.ts'
import { examples, print, withDatabase } from './output.ts'

export function addMediaCommands(program: Command): void {
  const media = program
    .command('media')
    .description('Manage the media folder, MEDIA_DIR.')
    .addHelpText('after', examples(['kalends media adopt', 'if the server does not start because the folder has another owner']))
  media
    .command('adopt')
    .description('Make this calendar the owner of MEDIA_DIR. Pictures that are not in its database are deleted after a few days.')
    .addHelpText(
      'after',
      examples(['MEDIA_DIR=/srv/media kalends media adopt', 'take over the folder of a calendar that is no longer used']),
    )
    .action(() =>
      withDatabase(async (database, config) => {
        await adoptFolder(config.MEDIA_DIR, database)
        print(`${config.MEDIA_DIR} now belongs to this calendar.`)
      }),
    )
}
