// The expected response for each caller, written by hand from sections 7 and 8 of the contract. It imports nothing from the server.

export const CALLERS = ['anonymous', 'bad', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const
/** Beside them: an author by a token that only reads. He reads as an author does, and is refused whatever he writes. */
export const FURTHER_CALLERS = ['reader'] as const
export type Caller = (typeof CALLERS)[number] | (typeof FURTHER_CALLERS)[number]
/** The eight of the matrix; `protected` is published with a password, `trash` was public when it was trashed. */
export const STATES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'protected', 'missing'] as const
/** Beside them: what was not public when it was trashed, and drafts with a password. */
export const FURTHER_STATES = ['trash-draft', 'draft-protected'] as const
export type State = (typeof STATES)[number] | (typeof FURTHER_STATES)[number]
export type Whose = 'own' | 'other'
export type Password = 'none' | 'wrong' | 'right'
export type Linked = 'visible' | 'hidden'

/**
 * ok: done, or shown whole. login: 401 to who sent no credentials. wrong: 401 to who sent wrong ones. forbidden, locked: 403.
 * missing: 404. gone: 410. used, taken: 409. bad: 400. listed, masked, absent: in the list whole, without what is protected, not at all.
 */
export type Verdict =
  | 'ok'
  | 'login'
  | 'wrong'
  | 'forbidden'
  | 'locked'
  | 'missing'
  | 'gone'
  | 'used'
  | 'taken'
  | 'bad'
  | 'listed'
  | 'masked'
  | 'absent'

/** One record by its id or slug, of events, venues and organizers (8.2, 8.3, 8.4, 8.5, 7.9). */
export const READ = rows(`
                                    anonymous bad   subscriber contributor author  editor administrator
any   publish                       ok        wrong ok         ok          ok      ok     ok
other future,draft,pending,private  missing   wrong missing    missing     missing ok     ok
own   future,draft,pending,private  missing   wrong ok         ok          ok      ok     ok
other trash                         gone      wrong gone       gone        gone    ok     ok
own   trash                         gone      wrong ok         ok          ok      ok     ok
other trash-draft                   missing   wrong missing    missing     missing ok     ok
own   trash-draft                   missing   wrong ok         ok          ok      ok     ok
other protected/none,wrong          locked    wrong locked     locked      locked  ok     ok
own   protected/none,wrong          locked    wrong locked     locked      ok      ok     ok
any   protected/right               ok        wrong ok         ok          ok      ok     ok
other draft-protected               missing   wrong missing    missing     missing ok     ok
own   draft-protected/none,wrong    missing   wrong locked     ok          ok      ok     ok
own   draft-protected/right         missing   wrong ok         ok          ok      ok     ok
any   missing                       missing   wrong missing    missing     missing missing missing
`)

/** A list that is asked for records of just the status that the record has (5.11, 8.3, 8.5). A password opens nothing in lists. */
export const LIST = rows(`
                                    anonymous bad   subscriber contributor author  editor administrator
any   publish                       listed    wrong listed     listed      listed  listed listed
other future,draft,pending,private  login     wrong absent     absent      absent  listed listed
own   future,draft,pending,private  login     wrong listed     listed      listed  listed listed
other trash,trash-draft             login     wrong absent     absent      absent  listed listed
own   trash,trash-draft             login     wrong listed     listed      listed  listed listed
other protected                     masked    wrong masked     masked      masked  listed listed
own   protected                     masked    wrong masked     masked      listed  listed listed
other draft-protected               login     wrong absent     absent      absent  listed listed
own   draft-protected               login     wrong masked     listed      listed  listed listed
any   missing                       absent    wrong absent     absent      absent  absent absent
`)

/** A list that is asked for no status: what is published, for everyone (5.11). */
export const LIST_DEFAULT = rows(`
                                    anonymous bad   subscriber contributor author  editor administrator
any   publish                       listed    wrong listed     listed      listed  listed listed
other protected                     masked    wrong masked     masked      masked  listed listed
own   protected                     masked    wrong masked     masked      listed  listed listed
any   future,draft,pending,private  absent    wrong absent     absent      absent  absent absent
any   trash,trash-draft             absent    wrong absent     absent      absent  absent absent
any   draft-protected,missing       absent    wrong absent     absent      absent  absent absent
`)

/** `status=any`: all but the trash, and only to who is known (5.11). */
export const LIST_ANY = rows(`
                                    anonymous bad   subscriber contributor author  editor administrator
any   publish                       login     wrong listed     listed      listed  listed listed
other future,draft,pending,private  login     wrong absent     absent      absent  listed listed
own   future,draft,pending,private  login     wrong listed     listed      listed  listed listed
any   trash,trash-draft             login     wrong absent     absent      absent  absent absent
other protected                     login     wrong masked     masked      masked  listed listed
own   protected                     login     wrong masked     masked      listed  listed listed
other draft-protected               login     wrong absent     absent      absent  listed listed
own   draft-protected               login     wrong masked     listed      listed  listed listed
any   missing                       login     wrong absent     absent      absent  absent absent
`)

/** Events found by a venue or an organizer, with just their status; what is protected counts as not linked (8.5). */
export const LIST_BY_LINK = rows(`
                                    anonymous bad   subscriber contributor author  editor administrator
any   publish                       listed    wrong listed     listed      listed  listed listed
other future,draft,pending,private  login     wrong absent     absent      absent  listed listed
own   future,draft,pending,private  login     wrong listed     listed      listed  listed listed
other trash,trash-draft             login     wrong absent     absent      absent  listed listed
own   trash,trash-draft             login     wrong listed     listed      listed  listed listed
other protected                     absent    wrong absent     absent      absent  listed listed
own   protected                     absent    wrong absent     absent      listed  listed listed
other draft-protected               login     wrong absent     absent      absent  listed listed
own   draft-protected               login     wrong absent     listed      listed  listed listed
any   missing                       absent    wrong absent     absent      absent  absent absent
`)

/** Venues and organizers found by an event that they are linked to: only where the event, and the link in it, is seen; never through the trash (6.1, 8.5). */
export const LIST_OF_LINKS = rows(`
                                    anonymous bad   subscriber contributor author  editor administrator
any   publish                       listed    wrong listed     listed      listed  listed listed
other future,draft,pending,private  absent    wrong absent     absent      absent  listed listed
own   future,draft,pending,private  absent    wrong listed     listed      listed  listed listed
any   trash,trash-draft             absent    wrong absent     absent      absent  absent absent
other protected                     absent    wrong absent     absent      absent  listed listed
own   protected                     absent    wrong absent     absent      listed  listed listed
other draft-protected               absent    wrong absent     absent      absent  listed listed
own   draft-protected               absent    wrong absent     listed      listed  listed listed
any   missing                       absent    wrong absent     absent      absent  absent absent
`)

/** A change of a record, whatever the method, by id or slug (8.2: contributors their own drafts and pending records, authors their own, editors all). */
export const CHANGE = rows(`
                                    anonymous bad   subscriber contributor author    editor administrator
other publish,protected             login     wrong forbidden  forbidden   forbidden ok     ok
own   publish,protected             login     wrong forbidden  forbidden   ok        ok     ok
other future,draft,pending,private  login     wrong forbidden  missing     missing   ok     ok
own   draft,pending,draft-protected login     wrong forbidden  ok          ok        ok     ok
own   future,private                login     wrong forbidden  forbidden   ok        ok     ok
other trash                         login     wrong forbidden  gone        gone      ok     ok
own   trash                         login     wrong forbidden  forbidden   ok        ok     ok
other trash-draft,draft-protected   login     wrong forbidden  missing     missing   ok     ok
own   trash-draft                   login     wrong forbidden  ok          ok        ok     ok
any   missing                       login     wrong forbidden  missing     missing   missing missing
`)

/** A list that is asked for an external id and the status of the record: only callers who may edit the record find it (7.16). */
export const LIST_BY_EXTERNAL_ID = rows(`
                                    anonymous bad   subscriber contributor author  editor administrator
other publish,protected             absent    wrong absent     absent      absent  listed listed
own   publish,protected             absent    wrong absent     absent      listed  listed listed
other future,draft,pending,private  login     wrong absent     absent      absent  listed listed
own   draft,pending,draft-protected login     wrong absent     listed      listed  listed listed
own   future,private                login     wrong absent     absent      listed  listed listed
other trash,trash-draft             login     wrong absent     absent      absent  listed listed
own   trash                         login     wrong absent     absent      listed  listed listed
own   trash-draft                   login     wrong absent     listed      listed  listed listed
other draft-protected               login     wrong absent     absent      absent  listed listed
any   missing                       absent    wrong absent     absent      absent  absent absent
`)

/** A record that is created or updated by its external id, without a status. If the caller may not edit it, the answer says only that the id is taken (7.16). */
export const UPSERT = rows(`
                                    anonymous bad   subscriber contributor author    editor administrator
other publish,protected             login     wrong forbidden  taken       taken     ok     ok
own   publish,protected             login     wrong forbidden  taken       ok        ok     ok
other future,draft,pending,private  login     wrong forbidden  taken       taken     ok     ok
own   draft,pending,draft-protected login     wrong forbidden  ok          ok        ok     ok
own   future,private                login     wrong forbidden  taken       ok        ok     ok
other trash,trash-draft             login     wrong forbidden  taken       taken     gone   gone
own   trash                         login     wrong forbidden  taken       gone      gone   gone
own   trash-draft                   login     wrong forbidden  gone        gone      gone   gone
other draft-protected               login     wrong forbidden  taken       taken     ok     ok
any   missing                       login     wrong forbidden  ok          ok        ok     ok
`)

/** A removal to the trash; what is there already is gone (7.11, section 4). */
export const REMOVE = rows(`
                                    anonymous bad   subscriber contributor author    editor administrator
other publish,protected             login     wrong forbidden  forbidden   forbidden ok     ok
own   publish,protected             login     wrong forbidden  forbidden   ok        ok     ok
other future,draft,pending,private  login     wrong forbidden  missing     missing   ok     ok
own   draft,pending,draft-protected login     wrong forbidden  ok          ok        ok     ok
own   future,private                login     wrong forbidden  forbidden   ok        ok     ok
other trash                         login     wrong forbidden  gone        gone      gone   gone
own   trash                         login     wrong forbidden  forbidden   gone      gone   gone
other trash-draft                   login     wrong forbidden  missing     missing   gone   gone
other draft-protected               login     wrong forbidden  missing     missing   ok     ok
own   trash-draft                   login     wrong forbidden  gone        gone      gone   gone
any   missing                       login     wrong forbidden  missing     missing   missing missing
`)

/** A new record: `state` is the status asked for (`missing`: none, `protected`: publish, with a password), `own` and `other` the author named. */
export const CREATE = rows(`
                                    anonymous bad   subscriber contributor author    editor administrator
own   publish,future,draft,pending,private,protected,missing,draft-protected  login wrong forbidden ok ok ok ok
own   trash,trash-draft             login     wrong forbidden  bad         bad       bad    bad
other publish,future,draft,pending,private,protected,missing,draft-protected  login wrong forbidden forbidden forbidden ok ok
other trash,trash-draft             login     wrong forbidden  forbidden   forbidden bad    bad
`)
/** The status that results from the requested one: a contributor's publication becomes pending (8.2, 7.8). */
export const CREATED_STATUS: Readonly<Record<'contributor' | 'others', Readonly<Partial<Record<State, string>>>>> = {
  contributor: {
    publish: 'pending',
    future: 'pending',
    draft: 'draft',
    pending: 'pending',
    private: 'pending',
    protected: 'pending',
    'draft-protected': 'draft',
    missing: 'draft',
  },
  others: {
    publish: 'publish',
    future: 'future',
    draft: 'draft',
    pending: 'pending',
    private: 'private',
    protected: 'publish',
    'draft-protected': 'draft',
    missing: 'publish',
  },
}

/** A merge, sent with the id of a record that does not exist: an editor is told so after the access to the record was checked (7.17). */
export const MERGE = rows(`
                                    anonymous bad   subscriber contributor author    editor administrator
any publish,future,draft,pending,private,protected,draft-protected login wrong forbidden forbidden forbidden bad bad
any trash,trash-draft               login     wrong forbidden  forbidden   forbidden gone   gone
any missing                         login     wrong forbidden  forbidden   forbidden missing missing
`)

/** Categories and tags: `state` is that of the event they are assigned to; only `missing` is of the term itself (8.2). */
const SOME = 'publish,future,draft,pending,private,trash,protected,trash-draft,draft-protected'
export const MERGE_TERM = rows(`
             anonymous bad   subscriber contributor author    editor  administrator
any ${SOME}  login     wrong forbidden  forbidden   forbidden bad     bad
any missing  login     wrong forbidden  forbidden   forbidden missing missing
`)
export const READ_TERM = rows(`
             anonymous bad   subscriber contributor author editor administrator
any ${SOME}  ok        wrong ok         ok          ok     ok     ok
any missing  missing   wrong missing    missing     missing missing missing
`)
export const LIST_TERM = rows(`
                      anonymous bad   subscriber contributor author editor administrator
any publish,protected listed    wrong listed     listed      listed listed listed
any future,draft,pending,private,trash,trash-draft,draft-protected,missing absent wrong absent absent absent absent absent
`)
/** Terms found by an event: where the event is seen. Terms of a protected event are not protected (8.5). */
export const LIST_TERM_OF = rows(`
                                                    anonymous bad   subscriber contributor author editor administrator
any   publish,protected                             listed    wrong listed     listed      listed listed listed
other future,draft,pending,private,draft-protected  absent    wrong absent     absent      absent listed listed
own   future,draft,pending,private,draft-protected  absent    wrong listed     listed      listed listed listed
any   trash,trash-draft,missing                     absent    wrong absent     absent      absent absent absent
`)
export const CREATE_TERM = rows(`
                    anonymous bad   subscriber contributor author editor administrator
any ${SOME},missing login     wrong forbidden  forbidden   ok     ok     ok
`)
export const CHANGE_TERM = rows(`
            anonymous bad   subscriber contributor author    editor  administrator
any ${SOME} login     wrong forbidden  forbidden   forbidden ok      ok
any missing login     wrong forbidden  forbidden   forbidden missing missing
`)
export const LIST_TERM_BY_EXTERNAL_ID = rows(`
            anonymous bad   subscriber contributor author editor administrator
any ${SOME} absent    wrong absent     absent      absent listed listed
any missing absent    wrong absent     absent      absent absent absent
`)
/** Authors create terms, but only editors change them. */
export const UPSERT_TERM = rows(`
            anonymous bad   subscriber contributor author editor administrator
any ${SOME} login     wrong forbidden  forbidden   taken  ok     ok
any missing login     wrong forbidden  forbidden   ok     ok     ok
`)
/** `count`: published events assigned, the same for everyone (3.7). */
export const COUNTED: readonly State[] = ['publish', 'protected']

/**
 * Images: `state` is that of the record that shows it, only `missing` is of the image itself; `own` and `other` are of the image. Where nothing shows it,
 * it is read as if a draft did, and removed as it is changed (8.2, 12.6). A password opens no image.
 */
const HIDDEN = 'future,draft,pending,private,trash,trash-draft,protected,draft-protected'
export const READ_IMAGE = rows(`
              anonymous bad   subscriber contributor author  editor  administrator
any publish   ok        wrong ok         ok          ok      ok      ok
any ${HIDDEN} missing   wrong missing    ok          ok      ok      ok
any missing   missing   wrong missing    missing     missing missing missing
`)
/** The library is for those who write. */
export const LIST_IMAGE = rows(`
            anonymous bad   subscriber contributor author editor administrator
any ${SOME} login     wrong forbidden  listed      listed listed listed
any missing login     wrong forbidden  absent      absent absent absent
`)
export const CREATE_IMAGE = rows(`
            anonymous bad   subscriber contributor author editor administrator
any missing login     wrong forbidden  forbidden   ok     ok     ok
`)
export const CHANGE_IMAGE = rows(`
              anonymous bad   subscriber contributor author    editor  administrator
other ${SOME} login     wrong forbidden  forbidden   forbidden ok      ok
own   ${SOME} login     wrong forbidden  forbidden   ok        ok      ok
any   missing login     wrong forbidden  forbidden   missing   missing missing
`)
/** An image that a record shows is not deleted, even if the record is hidden or in the trash. */
export const REMOVE_IMAGE = rows(`
              anonymous bad   subscriber contributor author    editor  administrator
other ${SOME} login     wrong forbidden  forbidden   forbidden used    used
own   ${SOME} login     wrong forbidden  forbidden   used      used    used
any   missing login     wrong forbidden  forbidden   missing   missing missing
`)

/** Operations that reveal no records: the index, the document and the caller's own account. */
export const OPEN = rows(`
                    anonymous bad   subscriber contributor author editor administrator
any ${SOME},missing ok        wrong ok         ok          ok     ok     ok
`)

/** Only events have passwords: of other records, and where nothing is protected, the state without it counts. */
export const UNPROTECTED: Readonly<Partial<Record<State, State>>> = { protected: 'publish', 'draft-protected': 'draft' }

/** Callers that see and may link drafts of a third user (8.3). */
export const SEES_HIDDEN: readonly Caller[] = ['editor', 'administrator']

export type Table = (caller: Caller, whose: Whose, state: State, password: Password) => Verdict
/** Rows of `whose state,state/password,password verdict …`, under a header of callers. A case that no row, or more than one, speaks of is a mistake. */
function rows(text: string): Table {
  const [header = [], ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const found = new Map<string, Verdict>()
  for (const [whose, key = '', ...verdicts] of lines) {
    const [states = '', passwords = 'none,wrong,right'] = key.split('/')
    for (const one of whose === 'any' ? ['own', 'other'] : [whose])
      for (const state of states.split(','))
        for (const password of passwords.split(','))
          header.forEach((caller, i) => {
            const place = `${caller} ${one} ${state} ${password}`
            if (found.has(place) || verdicts.length !== header.length) throw new Error(`The table is wrong about: ${place}`)
            found.set(place, verdicts[i] as Verdict)
          })
  }
  return (caller, whose, state, password) => {
    const verdict = found.get(`${caller} ${whose} ${state} ${password}`)
    if (!verdict) throw new Error(`The table has no row for: ${caller} ${whose} ${state} ${password}`)
    return verdict
  }
}
