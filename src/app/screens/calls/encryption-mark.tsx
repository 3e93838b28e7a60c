import type { TFunction } from 'i18next';
import { Lock, LockOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { CallView } from '../../../client/interface/calls.ts';
import type { CallEncryption, GroupCallView } from '../../../client/interface/group-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { lazyAside } from '../../kit/lazy-aside.ts';
import styles from './call.module.css';

const EncryptionSheet = lazyAside(() => import('./encryption-sheet.tsx'));

/** Null: there is nobody with whom anything could be encrypted yet. */
export function encryptionText(t: TFunction, { others, encryption, stage }: GroupCallView): string | null {
  if (others.length === 0 || stage === 'opening' || stage === 'joining') return null;
  const names = others.filter(({ device }) => encryption.without.includes(device)).map(({ name }) => name);
  switch (encryption.state) {
    case 'off':
      return t('gcall.secretOff');
    case 'waiting':
      return t('gcall.secretSoon');
    case 'partial':
      return t('gcall.secretWithout', { names: names.join(', ') });
    case 'on':
      return t('gcall.secret');
  }
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The lock of a group call: closed only if all sound and pictures are encrypted end to end (GCALLUI-7). */
export function EncryptionMark({ call }: { readonly call: GroupCallView }) {
  const { t } = useTranslation();
  return <Mark encryption={call.encryption} text={encryptionText(t, call)} />;
}

/** The lock of a call of two, whose browsers always encrypt to each other (CALLUI-24). */
export function PairEncryptionMark({ call: { words, stage } }: { readonly call: CallView }) {
  const { t } = useTranslation();
  if (words === null || (stage !== 'talking' && stage !== 'reconnecting')) return null;
  return <Mark encryption={{ state: 'on', without: [], words }} text={t('gcall.secret')} />;
}

function Mark({ encryption, text }: { readonly encryption: CallEncryption; readonly text: string | null }) {
  const [isOpen, setOpen] = useState(false);
  if (text === null) return null;
  const isOn = encryption.state === 'on';
  return (
    <>
      <IconButton
        className={cx(styles.tool, !isOn && styles.warn)}
        label={text}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {isOn ? <Lock {...icon} /> : <LockOpen {...icon} />}
      </IconButton>
      <Suspense fallback={null}>
        {isOpen && <EncryptionSheet encryption={encryption} text={text} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

/** Says in words that the call is not encrypted end to end, and with whom. */
export function EncryptionNote({ call }: { readonly call: GroupCallView }) {
  const { t } = useTranslation();
  const { state } = call.encryption;
  const text = encryptionText(t, call);
  if (text === null || (state !== 'off' && state !== 'partial')) return null;
  return (
    <p className={styles.note} role="status" dir="auto">
      {text}
    </p>
  );
}
