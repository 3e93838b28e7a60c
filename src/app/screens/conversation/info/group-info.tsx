import { Eraser, Flag, LogOut, QrCode, Search, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from '../../../kit/navigation.ts';
import type { GroupMember } from '../../../../client/interface/client.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { textLimits } from '../../../../domain/limits.ts';
import { isLongName } from '../../../../domain/validation.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { PromptDialog } from '../../../kit/prompt-dialog.tsx';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import type { MenuItem } from '../../../kit/menu.tsx';
import { failureText } from '../../../shared/failure-text.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { stillHere } from '../../../kit/still-here.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { useQuestion } from '../../../kit/use-ask.tsx';
import { MoreAction, MuteAction, Portrait, RoundAction } from '../../../shared/portrait.tsx';
import { useMembers } from '../../../shared/use-members.ts';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { useJoinRequests } from '../requests-line.tsx';
import { useEdits } from '../../../shared/use-edits.ts';
import { useMay } from '../../../shared/use-may.ts';
import { ManagementRow } from './management.tsx';
import { MemberGrid } from './member-grid.tsx';
import { NoticeRow, SettingTextRow } from './notice-row.tsx';
import { MediaStrip } from './media-strip.tsx';
import { Switches } from './switches.tsx';
import { TimeZoneRow } from './time-zone-row.tsx';
import { useInviter, useReporting } from '../../../shared/reporting/use-reporting.tsx';
import { PATHS, pathTo, selectionPath } from '../../../paths/paths.ts';

const HooksSheet = lazyAside(() => import('./hooks-sheet.tsx'));
const OutgoingSheet = lazyAside(() => import('./outgoing-sheet.tsx'));
const LinksSheet = lazyAside(() => import('./links-sheet.tsx'));
const TeamsSheet = lazyAside(() => import('./teams-sheet.tsx'));
const RequestsSheet = lazyAside(() => import('./requests-sheet.tsx'));

/** The ways into the group, for those who lead it (GROUP-24, GROUP-25). */
function EntranceRows({ contact }: { readonly contact: Contact }) {
  const may = useMay(contact, 'letIn');
  const isPlain = useStore((state) => state.sync.plain);
  return may && !isPlain ? <Rows contact={contact} /> : null;
}

function Rows({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'links' | 'requests' | 'hooks' | 'outgoing' | null>(null);
  const requests = useJoinRequests(contact);
  const close = () => setOpen(null);
  const count = requests.value?.length ?? 0;
  return (
    <>
      <Row title={t('genter.links')} value="" onPress={() => setOpen('links')} />
      <Row
        title={t('genter.requests')}
        value={count === 0 ? '' : String(count)}
        onPress={() => setOpen('requests')}
      />
      <Row title={t('hooks.title')} value="" onPress={() => setOpen('hooks')} />
      <Row title={t('outgoing.title')} value="" onPress={() => setOpen('outgoing')} />
      <Suspense fallback={null}>
        {open === 'outgoing' && <OutgoingSheet contact={contact} onClose={close} />}
        {open === 'hooks' && <HooksSheet contact={contact} onClose={close} />}
        {open === 'links' && <LinksSheet contact={contact} onClose={close} />}
        {open === 'requests' && <RequestsSheet contact={contact} requests={requests} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Teams of the group, for those who manage it also before the first one. */
function TeamsRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const may = useMay(contact, 'editSetting');
  const isPlain = useStore((state) => state.sync.plain);
  const teams = contact.group?.setting.teams ?? '';
  if (isPlain || (teams === '' && !may)) return null;
  return (
    <>
      <Row
        title={t('team.title')}
        value={teams === '' ? '' : String(teams.split('\n').length)}
        onPress={() => setOpen(true)}
      />
      <Suspense fallback={null}>
        {open && <TeamsSheet contact={contact} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

const icon = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;
const membersPath = (contact: Contact): string => pathTo('groupUser', { group_id: contact.id });

export function GroupInfo({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const loaded = useMembers(contact.id);
  const { reload } = loaded;
  const facts = contact.group;
  const members = loaded.value;
  const count = facts !== null && facts.members > 0 ? facts.members : (members?.length ?? 0);
  const navigate = useNavigate();
  const mayShowCode = useMay(contact, 'showQr');
  const farewell = useFarewell(contact, members);
  return (
    <>
      <Portrait
        id={contact.id}
        name={contact.displayName}
        avatar={contact.avatar}
        facts={facts !== null && facts.members > 0 && <p>{t('chat.members', { count })}</p>}
      >
        {mayShowCode && (
          <RoundAction
            label={t('gman.code')}
            sign={<QrCode {...icon} />}
            onPress={() => void navigate(pathTo('groupQr', { group_id: contact.id }))}
          />
        )}
        <MuteAction id={contact.id} />
        <RoundAction
          label={t('person.search')}
          name={`${t('person.search')}: ${t('title.chatHistory')}`}
          sign={<Search {...icon} />}
          onPress={() => void navigate(pathTo('chatHistory', { id: contact.id }))}
        />
        <MoreAction items={farewell.items} />
      </Portrait>
      <MediaStrip contact={contact} />
      {members === null && loaded.state === 'failed' ? (
        <EmptyBlock
          kind="network"
          text={failureText(t, loaded.failure)}
          action={<Button onClick={reload}>{t('common.retry')}</Button>}
        />
      ) : (
        <MemberGrid contact={contact} members={members} />
      )}
      <RowList>
        <Row title={t('ginfo.allMembers', { count })} to={membersPath(contact)} />
        <NameRow contact={contact} />
        <EntranceRows contact={contact} />
        <SettingTextRow contact={contact} field="about" />
        <NoticeRow contact={contact} />
        <SettingTextRow contact={contact} field="rules" />
        <TimeZoneRow contact={contact} />
        <TeamsRow contact={contact} />
        <ManagementRow contact={contact} />
      </RowList>
      <Switches contact={contact} />
      {farewell.layer}
    </>
  );
}

function NameRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [open, setOpen] = useState(false);
  const may = useMay(contact, 'rename');
  const { set, save } = useEdits({ name: contact.displayName }, useRound(open));
  return (
    <>
      <Row
        title={t('ginfo.name')}
        value={contact.displayName}
        onPress={may ? () => setOpen(true) : undefined}
      />
      <PromptDialog
        open={open}
        title={t('ginfo.rename')}
        label={t('ginfo.name')}
        initial={contact.displayName}
        visibleMax={textLimits.groupNameMax}
        confirm={t('common.save')}
        onClose={() => setOpen(false)}
        onSubmit={async (value) => {
          const name = value.trim();
          if (name === '') return t('ginfo.needName');
          if (isLongName(name, textLimits.groupNameMax))
            return t('ginfo.nameLength', { max: textLimits.groupNameMax });
          return save((base) => actions.renameGroup(contact.id, name, base));
        }}
        onValue={(name) => set({ name })}
      />
    </>
  );
}

/** Asks before each irreversible action, while it is still permitted. */
function useFarewellQuestions(
  name: string,
  { mayDissolve, mayClear }: { readonly mayDissolve: boolean; readonly mayClear: boolean },
) {
  const { t } = useTranslation();
  const askDissolve = useQuestion(() =>
    mayDissolve
      ? {
          title: t('ginfo.dissolveTitle', { name }),
          text: t('ginfo.dissolveConfirm'),
          confirm: t('ginfo.dissolve'),
          danger: true,
        }
      : null,
  );
  const askClear = useQuestion(() =>
    mayClear
      ? {
          title: t('gman.clearTitle', { name }),
          text: t('gman.clearConfirm'),
          confirm: t('gman.clear'),
          danger: true,
        }
      : null,
  );
  return { askDissolve, askClear };
}

/**
 * Clearing and dissolving for the owner, leaving for all others; each explains its effect (GROUP-4, GROUP-5,
 * GROUP-13).
 */
function useFarewell(
  contact: Contact,
  members: readonly GroupMember[] | null,
): { readonly items: readonly MenuItem[]; readonly layer: ReactNode } {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const mayDissolve = useMay(contact, 'dissolve');
  const mayLeave = useMay(contact, 'leave');
  const mayClear = useMay(contact, 'clear');
  // An owner leaves by naming another one, if there are other members (GROUP-23).
  const isPlain = useStore((state) => state.sync.plain);
  const mayHandOver = useMay(contact, 'transfer') && !isPlain && (contact.group?.members ?? 0) > 1;
  const toasts = useToasts();
  const name = contact.displayName;
  const { askDissolve, askClear } = useFarewellQuestions(name, { mayDissolve, mayClear });
  const dissolve = async () => {
    const sure = await askDissolve();
    const here = stillHere();
    if (sure && (await actions.dissolveGroup(contact.id)).ok && here())
      void navigate(PATHS.home, { replace: true });
  };
  const clear = async () => {
    if ((await askClear()) && (await actions.clearGroup(contact.id)).ok) toasts.show(t('gman.cleared'));
  };
  const inviter = useInviter(members);
  const { open, layer } = useReporting();
  const about = { kind: 'group', id: contact.id } as const;
  const group = { id: contact.id, name };
  const options: readonly (readonly [boolean, 'report' | 'clear' | 'leave' | 'dissolve', () => void])[] = [
    [!isPlain, 'report', () => open({ about, name, person: inviter, ...(mayLeave && { group }) })],
    [mayClear, 'clear', () => void clear()],
    [mayHandOver, 'leave', () => void navigate(selectionPath('heir', { contact_id: contact.id }))],
    [mayLeave, 'leave', () => open({ about, name, group, person: inviter, leaving: true })],
    [mayDissolve, 'dissolve', () => void dissolve()],
  ];
  const items = options.flatMap(([may, key, action]): readonly MenuItem[] => {
    const { label, Sign } = FAREWELLS[key];
    return may
      ? [{ key, label: t(label), icon: <Sign {...icon} size={20} />, danger: true, onSelect: action }]
      : [];
  });
  return { items, layer };
}

const FAREWELLS = {
  report: { label: 'report.open', Sign: Flag },
  clear: { label: 'gman.clear', Sign: Eraser },
  leave: { label: 'ginfo.leave', Sign: LogOut },
  dissolve: { label: 'ginfo.dissolve', Sign: Trash2 },
} as const;
