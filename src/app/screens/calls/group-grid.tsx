import { MicOff, UserRoundX, Volume2 } from 'lucide-react';
import { type CSSProperties, useId, useState } from 'react';
import type { GroupCallView, ParticipantView } from '../../../client/interface/group-calls.ts';
import { accessIn } from '../../../client/state/group-access.ts';
import { GROUP_ROLE } from '../../../domain/contact.ts';
import { refusalOver } from '../../../domain/permissions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { cx } from '../../kit/class-names.ts';
import { type MenuItem, useMenu } from '../../kit/menu.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import styles from './group-grid.module.css';
import { Tile, type TileFacts } from './group-tile.tsx';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Shows all people in the call. A shared screen, or a tile that the user pressed, is large (GCALLUI-3). */
export function Grid({ call }: { readonly call: GroupCallView }) {
  const { t } = useTranslation();
  const [pressed, setPressed] = useState<string | null>(null);
  const [louder, setLouder] = useState<string | null>(null);
  const tiles = useTiles(call);
  const sharing = call.others.find(({ remote }) => remote.sharing)?.device ?? null;
  const [closed, setClosed] = useState<string | null>(null);
  const wanted = pressed ?? (sharing === closed ? null : sharing);
  const large = tiles.length > 1 && tiles.some(({ device }) => device === wanted) ? wanted : null;
  const { openMenu } = usePersonMenu(call, setLouder);
  const toggle = (device: string) => {
    setClosed(sharing);
    setPressed(device === large ? null : device);
  };
  const heard = call.others.find(({ device }) => device === louder);
  return (
    <>
      <ul
        className={cx(styles.grid, large !== null && styles.withLarge)}
        style={columnsFor(tiles.length)}
        aria-label={t('gcall.people', { count: tiles.length })}
      >
        {tiles.map((facts) => (
          <Tile
            key={facts.device}
            facts={facts}
            isLarge={facts.device === large}
            isSmall={tiles.length > SMALL_FROM || large !== null}
            onLarge={tiles.length > 1 ? () => toggle(facts.device) : null}
            onMenu={facts.isMine ? null : (at) => openMenu(at, facts.device)}
          />
        ))}
      </ul>
      {heard && <VolumeSheet person={heard} onClose={() => setLouder(null)} />}
    </>
  );
}

/** More tiles than these have small faces. */
const SMALL_FROM = 8;

/** Columns of an upright phone and of a wide window: the tiles are about as wide as high. */
const columnsFor = (count: number): CSSProperties => {
  const narrow = count <= 2 ? 1 : count <= 8 ? 2 : count <= 18 ? 3 : 4;
  const wide = count <= 1 ? 1 : count <= 4 ? 2 : count <= 9 ? 3 : count <= 16 ? 4 : count <= 24 ? 6 : 8;
  return { '--narrow': narrow, '--wide': wide } as CSSProperties;
};

function useTiles(call: GroupCallView): readonly TileFacts[] {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  const others = call.others.map((person) => tileOf(person, call, t('call.connecting')));
  if (self === null) return others;
  const mine: TileFacts = {
    device: call.device,
    user: self.id,
    name: self.realname,
    label: t('gcall.you'),
    avatar: self.avatar,
    isMine: true,
    isHandRaised: call.isHandRaised,
    reaction: call.reactions.get(call.device) ?? null,
    isSpeaking: call.speaker === call.device,
    sent: call.local,
    waiting: null,
    quality: null,
  };
  return [mine, ...others];
}

const tileOf = (
  { device, user, name, avatar, isHandRaised, stage, remote, quality }: ParticipantView,
  { speaker, reactions }: Pick<GroupCallView, 'speaker' | 'reactions'>,
  connecting: string,
): TileFacts => ({
  device,
  user,
  name,
  label: null,
  avatar,
  isMine: false,
  isHandRaised,
  reaction: reactions.get(device) ?? null,
  isSpeaking: speaker === device,
  sent: remote.view === null ? null : remote,
  waiting: stage === 'connected' ? null : connecting,
  quality: quality === 'good' ? null : quality,
});

/** What can be done about one of the others: volume here, and what managers may ask or decide (GCALL-6). */
function usePersonMenu(call: GroupCallView, onVolume: (device: string) => void) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const ask = useAsk();
  const leads = useStore((state) => {
    const role = accessIn(state, call.group)?.role ?? null;
    return refusalOver(role, GROUP_ROLE.member) === null;
  });
  const remove = async ({ user, name }: ParticipantView) => {
    const agreed = await ask({
      title: t('gcall.removeTitle', { name }),
      text: t('gcall.removeWhy'),
      confirm: t('gcall.remove'),
      danger: true,
    });
    if (agreed) await actions.removeFromGroupCall(user);
  };
  const requestMute = async ({ device, name }: ParticipantView) => {
    const { ok } = await actions.requestMute(device);
    if (ok) toasts.show(t('gcall.askedMute', { name }));
  };
  const openMenu = useMenu((device: string) => {
    const person = call.others.find((one) => one.device === device);
    if (person === undefined) return null;
    const { name } = person;
    const manage: readonly MenuItem[] = [
      {
        key: 'mute',
        label: t('gcall.askMute'),
        icon: <MicOff {...icon} />,
        onSelect: () => void requestMute(person),
      },
      {
        key: 'remove',
        label: t('gcall.remove'),
        icon: <UserRoundX {...icon} />,
        danger: true,
        onSelect: () => void remove(person),
      },
    ];
    const volume = {
      key: 'volume',
      label: t('gcall.volume'),
      icon: <Volume2 {...icon} />,
      onSelect: () => onVolume(device),
    };
    return { title: t('gcall.actionsFor', { name }), items: [volume, ...(leads ? manage : [])] };
  });
  return { openMenu };
}

const VOLUME_STEP = 0.05;

function VolumeSheet({
  person,
  onClose,
}: {
  readonly person: ParticipantView;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const id = useId();
  return (
    <Sheet open onClose={onClose} title={t('gcall.volumeOf', { name: person.name })}>
      <div className={styles.volume}>
        <label htmlFor={id}>{t('gcall.volume')}</label>
        <input
          id={id}
          type="range"
          min={0}
          max={1}
          step={VOLUME_STEP}
          value={person.volume}
          onChange={({ currentTarget }) => actions.setVolume(person.device, Number(currentTarget.value))}
        />
      </div>
    </Sheet>
  );
}
