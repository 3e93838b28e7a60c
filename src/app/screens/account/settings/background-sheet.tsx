import { useState } from 'react';
import type { ContactId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import {
  type ChatBackground,
  NO_BACKGROUND,
  type Preset,
  PRESETS,
  useChatBackground,
} from '../../../shared/chat-ground.tsx';
import { cx } from '../../../kit/class-names.ts';
import { Row } from '../../../kit/row.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { pickFiles } from '../../../platform/pick-files.ts';
import { smallCopy } from './square-adapter.ts';
import styles from './mine.module.css';

const LONGEST_PX = 1_280;

/** Background of all chats, or of one; applied at once and stored on this device. */
export function BackgroundSheet({
  chat = null,
  open,
  onClose,
}: {
  readonly chat?: ContactId | null;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('setting.background')}>
      <Grounds chat={chat} />
    </Sheet>
  );
}

function Grounds({ chat }: { readonly chat: ContactId | null }) {
  const { t } = useTranslation();
  const { value: now, inherited, choose } = useChatBackground(chat);
  const [problem, setProblem] = useState<'broken' | 'full' | null>(null);
  const set = (next: ChatBackground | null) => setProblem(choose(next) ? null : 'full');
  const own = async () => {
    const [file] = await pickFiles('image/*', false);
    if (file === undefined) return;
    const picture = await smallCopy(file, LONGEST_PX);
    if (picture === null) setProblem('broken');
    else set({ ...now, preset: null, picture });
  };
  const none = !inherited && now.preset === null && now.picture === null;
  return (
    <div className={styles.sections} style={{ padding: '0 var(--s4) var(--s4)' }}>
      <div className={styles.grounds} role="group" aria-label={t('setting.background')}>
        {chat !== null && (
          <Ground label={t('setting.likeAll')} isChecked={inherited} onChoose={() => set(null)} />
        )}
        <Ground label={t('setting.noBackground')} isChecked={none} onChoose={() => set(NO_BACKGROUND)} />
        {PRESETS.map((preset) => (
          <Ground
            key={preset}
            preset={preset}
            label={t(`setting.ground.${preset}`)}
            isChecked={!inherited && now.preset === preset}
            onChoose={() => set({ ...NO_BACKGROUND, preset })}
          />
        ))}
        {!inherited && now.picture !== null && (
          <Ground
            picture={now.picture}
            label={t('setting.ownPicture')}
            isChecked
            onChoose={() => undefined}
          />
        )}
      </div>
      {problem !== null && (
        <p className={styles.alert} role="alert">
          {t(problem === 'broken' ? 'profile.notAPicture' : 'setting.noRoom')}
        </p>
      )}
      {!inherited && now.picture !== null && (
        <Row
          title={t('setting.blur')}
          end={
            <Switch label={t('setting.blur')} checked={now.blur} onChange={(blur) => set({ ...now, blur })} />
          }
        />
      )}
      <Button block onClick={() => void own()}>
        {t('setting.choosePicture')}
      </Button>
    </div>
  );
}

const Ground = ({
  preset,
  picture,
  label,
  isChecked,
  onChoose,
}: {
  readonly preset?: Preset;
  readonly picture?: string;
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChoose: () => void;
}) => (
  <button
    type="button"
    className={cx(styles.ground, preset && styles[preset])}
    aria-pressed={isChecked}
    onClick={onChoose}
  >
    <span style={picture === undefined ? undefined : { backgroundImage: `url("${picture}")` }} />
    <span>{label}</span>
  </button>
);
