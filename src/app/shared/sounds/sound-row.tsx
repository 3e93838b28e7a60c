import { type ReactNode, useState } from 'react';
import { soundsOf } from '../../../client/state/preferences.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { preferenceLimits } from '../../../domain/kept-limits.ts';
import { ownSound, type Sound, SOUNDS, withSound } from '../../../domain/sounds.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ChoiceList } from '../../kit/choice-list.tsx';
import { FormSheet } from '../../kit/form-sheet.tsx';
import { Row } from '../../kit/row.tsx';
import { useRound } from '../../kit/use-round.ts';
import { playSound } from '../../platform/sound.ts';
import { useClient, useStore } from '../client-context.ts';

/** Sound of messages: for one chat, or for all without an individual sound (ALERT-7). */
export function SoundRow({ chat, sign }: { readonly chat?: ContactId; readonly sign?: ReactNode }) {
  const { t } = useTranslation();
  const sounds = useStore(soundsOf);
  const [open, setOpen] = useState(false);
  const round = useRound(open);
  const now = chat === undefined ? sounds.all : (ownSound(sounds, chat) ?? 'usual');
  return (
    <>
      <Row sign={sign} title={t('sound.title')} value={t(`sound.${now}`)} onPress={() => setOpen(true)} />
      <SoundForm key={round} chat={chat} now={now} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function SoundForm({
  chat,
  now,
  open,
  onClose,
}: {
  readonly chat: ContactId | undefined;
  readonly now: Sound | 'usual';
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions, store } = useClient();
  const [sound, setSound] = useState(now);
  const choose = (value: Sound | 'usual') => {
    setSound(value);
    playSound(value === 'usual' ? soundsOf(store.get()).all : value);
  };
  const save = async (): Promise<null> => {
    const sounds = soundsOf(store.get());
    const own = sound === 'usual' ? null : sound;
    if (chat !== undefined)
      await actions.keepPreference('sounds', withSound(sounds, chat, own, preferenceLimits.soundsMax));
    else await actions.keepPreference('sounds', { ...sounds, all: own ?? 'standard' });
    return null;
  };
  const choices = [...(chat === undefined ? [] : (['usual'] as const)), ...SOUNDS];
  return (
    <FormSheet
      open={open}
      title={t('sound.title')}
      confirm={t('common.save')}
      onClose={onClose}
      onSubmit={save}
    >
      <ChoiceList
        label={t('sound.choose')}
        value={sound}
        choices={choices.map((value) => ({ value, label: t(`sound.${value}`) }))}
        onChoose={choose}
      />
    </FormSheet>
  );
}
