import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import styles from './console.module.css';
import { ConsoleContext, useConsole } from './context.ts';
import { bytesText, timeText } from './format.ts';
import { type Column, Shown, Table } from './parts.tsx';
import { useShow } from './use-show.ts';
import { type Command, CommandDialog } from './command-dialog.tsx';
import { LongList } from './long-list.tsx';
import { RowActions } from './row-actions.tsx';
import { Discover, Invitations, AnnouncementList } from './lists.tsx';
import { ServerEmoji } from './server-emoji.tsx';
import { Overview } from './overview.tsx';
import { People } from './people.tsx';
import { Reports } from './reports.tsx';
import { SECTIONS, type Section, titleOf } from './sections.ts';
import type { Drafts } from './setting-rows.ts';
import { Settings } from './settings.tsx';
import type { AskServer, ProofWays, Said } from '../platform/ask.ts';
import { ProofDialog } from './proof-dialog.tsx';

/** Every section receives the reload count of its list, and a function to start a command. */
export interface SectionProps {
  readonly section: Section;
  readonly round: number;
  readonly begin: (words: string, prefill?: Readonly<Record<string, string>>) => void;
  readonly commandBy: (words: string) => Command | undefined;
  /** Unsaved settings: they stay while the administrator looks at other sections. */
  readonly drafts: Drafts;
  readonly onDrafts: (next: Drafts) => void;
}

const VIEWS: Readonly<Record<Section['id'], (props: SectionProps) => React.ReactNode>> = {
  overview: Overview,
  people: People,
  groups: Groups,
  reports: Reports,
  invitations: Invitations,
  notices: AnnouncementList,
  discover: Discover,
  emoji: ServerEmoji,
  settings: Settings,
  audit: Audit,
};

/** On narrow screens the sections are a line that scrolls. */
const intoView = (link: HTMLElement | null): void =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

const currentSection = (): Section =>
  SECTIONS.find(({ id }) => `#${id}` === window.location.hash.split('/')[0]) ?? (SECTIONS[0] as Section);

export function ConsoleApp() {
  const { t } = useConsole();
  const [section, setSection] = useState(currentSection);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [visits, setVisits] = useState(0);
  const commands = useShow<readonly Command[]>('commands');
  const waiting = useShow<{ readonly reports: number }>('waiting', {}, visits);
  const reports = waiting.kind === 'data' ? waiting.data.reports : 0;
  const visit = () => setVisits((count) => count + 1);
  useEffect(() => {
    const follow = () => {
      setSection(currentSection());
      setVisits((count) => count + 1);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return (
    <div className={styles.page}>
      <WithProof>
        <header className={styles.bar}>
          <h1>{t('title')}</h1>
          <a href="/">{t('toApp')}</a>
        </header>
        <nav className={styles.sections} aria-label={t('sections')}>
          {SECTIONS.map((one) => (
            <a
              key={one.id}
              ref={one === section ? intoView : undefined}
              href={`#${one.id}`}
              aria-current={one === section ? 'page' : undefined}
            >
              {t(titleOf(one))}
              {one.id === 'reports' && reports > 0 && (
                <span
                  className={styles.waiting}
                  role="img"
                  aria-label={t('waitingCount', { count: reports })}
                >
                  {reports}
                </span>
              )}
            </a>
          ))}
        </nav>
        <main className={styles.main} tabIndex={-1}>
          <Shown of={commands}>
            {(all) => (
              <SectionView
                key={section.id}
                section={section}
                commands={all}
                drafts={drafts}
                onDrafts={setDrafts}
                onDone={visit}
              />
            )}
          </Shown>
        </main>
      </WithProof>
    </div>
  );
}

interface ViewProps extends Pick<SectionProps, 'drafts' | 'onDrafts'> {
  /** A command has changed something. */
  readonly onDone: () => void;
  readonly section: Section;
  readonly commands: readonly Command[];
}

function SectionView({ section, commands, onDone, ...unsaved }: ViewProps) {
  const { t } = useConsole();
  const [round, setRound] = useState(0);
  const [openCommand, setOpenCommand] = useState<{
    readonly command: Command;
    readonly prefill: Readonly<Record<string, string>>;
  } | null>(null);
  const commandBy = (words: string) => commands.find((one) => one.words === words);
  const begin: SectionProps['begin'] = (words, prefill = {}) => {
    const command = commandBy(words);
    if (command) setOpenCommand({ command, prefill });
  };
  const View = VIEWS[section.id];
  const [first, rest] = [section.commands.slice(0, section.first), section.commands.slice(section.first)];
  return (
    <>
      <div className={styles.head}>
        <h2>{t(titleOf(section))}</h2>
        <div className={styles.buttons}>
          {first.map((words) => (
            <button key={words} type="button" onClick={() => begin(words)}>
              {commandBy(words)?.name ?? words}
            </button>
          ))}
        </div>
      </div>
      <View {...unsaved} section={section} round={round} begin={begin} commandBy={commandBy} />
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{t('more')}</summary>
          {rest.map((words) => (
            <button key={words} type="button" onClick={() => begin(words)}>
              {commandBy(words)?.name ?? words}
            </button>
          ))}
        </details>
      )}
      {openCommand && (
        <CommandDialog
          key={openCommand.command.words}
          {...openCommand}
          onDone={() => {
            setRound(round + 1);
            onDone();
          }}
          onClose={() => setOpenCommand(null)}
        />
      )}
    </>
  );
}

type Answer = (isProved: boolean) => void;

/**
 * Asks for a fresh proof when the server requires one for a command of the children, and sends the command
 * again (CONSOLE-9).
 */
export function WithProof({ children }: { readonly children: ReactNode }) {
  const parts = useConsole();
  const [ways, setWays] = useState<ProofWays | null>(null);
  const waiting = useRef<Answer[]>([]);
  const ask = useMemo((): AskServer => {
    const proved = (proofWays: ProofWays) =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setWays(proofWays);
      });
    const withProof = async <T,>(send: () => Promise<Said<T>>): Promise<Said<T>> => {
      const reply = await send();
      if (reply.kind !== 'unproved') return reply;
      return (await proved(reply.ways)) ? send() : reply;
    };
    return {
      ...parts.ask,
      execute: (words, values) => withProof(() => parts.ask.execute(words, values)),
      setLogo: (picture) => withProof(() => parts.ask.setLogo(picture)),
      addEmoji: (name, picture) => withProof(() => parts.ask.addEmoji(name, picture)),
    };
  }, [parts.ask]);
  const close: Answer = (isProved) => {
    setWays(null);
    for (const answer of waiting.current.splice(0)) answer(isProved);
  };
  return (
    <ConsoleContext value={{ ...parts, ask }}>
      {children}
      {ways && <ProofDialog ways={ways} onClose={close} />}
    </ConsoleContext>
  );
}

interface Group {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly members: number;
  readonly retentionDays: number;
  readonly createdAtMs: number;
  readonly fileBytes: number;
}

function Groups(props: SectionProps) {
  const { t, language } = useConsole();
  const everywhere = useShow<{ readonly days: number }>('retention');
  const retentionText = (days: number, other: string) =>
    days === 0 ? other : t('dayCount', { count: days });
  const columns: readonly Column<Group>[] = [
    { title: t('number'), render: ({ id }) => id, sortBy: ({ id }) => id, order: 'number', isNumber: true },
    { title: t('name'), render: ({ name }) => name, sortBy: ({ name }) => name },
    { title: t('owner'), render: ({ owner }) => owner, sortBy: ({ owner }) => owner },
    {
      title: t('members'),
      render: ({ members }) => members,
      sortBy: ({ members }) => members,
      isNumber: true,
    },
    {
      title: t('retention'),
      render: ({ retentionDays }) => retentionText(retentionDays, t('asEverywhere')),
      sortBy: ({ retentionDays }) => retentionDays,
    },
    {
      title: t('created'),
      render: ({ createdAtMs }) => timeText(createdAtMs, language, t),
      sortBy: ({ createdAtMs }) => createdAtMs,
    },
    {
      title: t('files'),
      render: ({ fileBytes }) => bytesText(fileBytes, language),
      sortBy: ({ fileBytes }) => fileBytes,
      order: 'room',
      isNumber: true,
    },
    {
      title: t('actions'),
      isActions: true,
      render: ({ id, name }) => <RowActions {...props} name={name} value={String(id)} />,
    },
  ];
  return (
    <>
      {everywhere.kind === 'data' && (
        <p className={styles.note}>
          {t('everywhere', { how: retentionText(everywhere.data.days, t('forGood')) })}{' '}
          <a href="#settings/messages">{t('everywhereLink')}</a>
        </p>
      )}
      <LongList part="groups" columns={columns} round={props.round} />
    </>
  );
}

interface Entry {
  readonly n: number;
  readonly atMs: number;
  readonly sentence: string;
  readonly details: string;
  /** The words of the entry itself, as an export has them. */
  readonly raw: string;
}

interface Chain {
  readonly head: { readonly n: number; readonly hash: string };
  readonly rows: readonly Entry[];
}

/** The newest entries as sentences with names (CONSOLE-12). */
function Audit({ round }: SectionProps) {
  const { t, language } = useConsole();
  const loaded = useShow<Chain>('audit', {}, round);
  const columns: readonly Column<Entry>[] = [
    { title: t('number'), render: ({ n }) => n, sortBy: ({ n }) => n, isNumber: true },
    {
      title: t('when'),
      render: ({ atMs }) => timeText(atMs, language, t),
      sortBy: ({ atMs }) => atMs,
    },
    {
      title: t('what'),
      render: ({ sentence, details, raw }) => (
        <span title={raw}>
          {sentence}
          {details !== '' && <small className={styles.details}>{details}</small>}
        </span>
      ),
    },
  ];
  return (
    <Shown of={loaded}>
      {({ head, rows }) => (
        <>
          <Table name={t('audit')} columns={columns} rows={rows} keyOf={({ n }) => n} />
          <p className={styles.note}>{t('chain', { n: head.n, hash: head.hash })}</p>
        </>
      )}
    </Shown>
  );
}
