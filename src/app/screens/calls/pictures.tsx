import { useState } from 'react';
import type { CallView, MediaView } from '../../../client/interface/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { cx } from '../../kit/class-names.ts';
import styles from './pictures.module.css';
import { Stream } from './stream.tsx';

/** Anything moves on either side, and both can be there. */
export const hasPictures = ({ local, remote }: CallView): boolean => remote.camera || sends(local);

const sends = (local: CallView['local']): boolean => local.camera || local.sharing;

interface Side {
  readonly view: MediaView | null;
  readonly mine: boolean;
  readonly label: string;
}

/**
 * The big picture and the small one above it; pressing the small one swaps them, pressing the big one shows
 * or hides the buttons.
 */
export function Pictures({
  call,
  bare,
  onBare,
}: {
  readonly call: CallView;
  readonly bare: boolean;
  readonly onBare: (bare: boolean) => void;
}) {
  const { t } = useTranslation();
  const [swapped, setSwapped] = useState(false);
  const { local, remote, name } = call;
  const theirs: Side = {
    view: remote.camera ? remote.view : null,
    mine: false,
    label: t('call.theirPicture', { name }),
  };
  const mine: Side = {
    view: sends(local) ? local.view : null,
    mine: true,
    label: t(local.sharing ? 'call.myScreen' : 'call.myPicture'),
  };
  // Until the call is answered only the own picture exists.
  const alone = call.stage === 'preparing' || call.stage === 'calling' || call.stage === 'connecting';
  const [big, small] = alone || (swapped && mine.view !== null) ? [mine, theirs] : [theirs, mine];
  return (
    <div className={styles.pictures}>
      <button
        type="button"
        className={styles.big}
        aria-label={t(bare ? 'call.showControls' : 'call.hideControls')}
        onClick={() => onBare(!bare)}
      >
        <Picture side={big} call={call} alone={alone} />
      </button>
      {!alone && mine.view !== null && (
        <button
          type="button"
          className={styles.small}
          aria-label={t('call.swap')}
          onClick={() => setSwapped(!swapped)}
        >
          <Picture side={small} call={call} tiny />
        </button>
      )}
    </div>
  );
}

function Picture({
  side,
  call,
  tiny = false,
  alone = false,
}: {
  readonly side: Side;
  readonly call: CallView;
  readonly tiny?: boolean;
  readonly alone?: boolean;
}) {
  const { t } = useTranslation();
  const stale = !side.mine && call.stage === 'reconnecting';
  if (side.view !== null)
    return (
      <span className={cx(styles.shown, stale && styles.stale)}>
        <Stream view={side.view} mine={side.mine && !call.local.sharing} label={side.label} />
      </span>
    );
  return (
    <span className={styles.dark}>
      <Avatar id={call.peer} name={call.name} src={call.avatar} size={tiny ? 48 : 128} />
      {!tiny && !alone && <span>{t('call.cameraOffThere', { name: call.name })}</span>}
    </span>
  );
}
