import { useEffect, useState } from 'react';
import { Audit } from './audit.tsx';
import { CommandDialog } from './command-dialog.tsx';
import type { Command } from './command-dialog.tsx';
import styles from './console.module.css';
import { useConsole } from './context.ts';
import { Groups } from './groups.tsx';
import { Discover, Invitations, Notices } from './lists.tsx';
import { Overview } from './overview.tsx';
import { Shown } from './parts.tsx';
import { People } from './people.tsx';
import { Reports } from './reports.tsx';
import { SECTIONS, titleOf } from './sections.ts';
import type { Section } from './sections.ts';
import type { Drafts } from './setting-rows.ts';
import { Settings } from './settings.tsx';
import { useShow } from './use-show.ts';
import { WithProof } from './with-proof.tsx';

/** Every section receives the reload count of its list, and a function to start a command. */
export interface SectionProps {
  readonly section: Section;
  readonly round: number;
  readonly begin: (words: string, given?: Readonly<Record<string, string>>) => void;
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
  notices: Notices,
  discover: Discover,
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
  const [begun, setBegun] = useState<{
    readonly command: Command;
    readonly given: Readonly<Record<string, string>>;
  } | null>(null);
  const commandBy = (words: string) => commands.find((one) => one.words === words);
  const begin: SectionProps['begin'] = (words, given = {}) => {
    const command = commandBy(words);
    if (command) setBegun({ command, given });
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
      {begun && (
        <CommandDialog
          key={begun.command.words}
          {...begun}
          onClose={(isDone) => {
            setBegun(null);
            if (!isDone) return;
            setRound(round + 1);
            onDone();
          }}
        />
      )}
    </>
  );
}
