import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Emoji, StickerPack } from '../../../../client/interface/files.ts';
import { stickerLimits as limits } from '../../../../domain/stickers.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { cx } from '../../../kit/class-names.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Photo } from '../../../kit/photo.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { useLoad } from '../../../shared/use-load.ts';
import styles from './emoji-page.module.css';

/** The user's sticker packs below their emoji, and a way to a new one (EMOJI-10). */
export function Packs({ own }: { readonly own: readonly Emoji[] }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const packs = useLoad('packs', () => actions.packs());
  const [form, setForm] = useState<StickerPack | 'new' | null>(null);
  const [round, setRound] = useState(0);
  const all = packs.value ?? [];
  if (own.length === 0 && all.length === 0) return null;
  const open = (pack: StickerPack | 'new') => {
    setForm(pack);
    setRound((now) => now + 1);
  };
  return (
    <section className={styles.packs} aria-label={t('pack.list')}>
      <div className={styles.packsHead}>
        <h2>{t('pack.list')}</h2>
        {own.length > 0 && (
          <Button
            small
            kind="quiet"
            icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => open('new')}
          >
            {t('pack.new')}
          </Button>
        )}
      </div>
      {all.length === 0 && <p className={styles.hint}>{t('pack.hint')}</p>}
      {all.map((pack) => (
        <PackRow key={pack.id} pack={pack} onEdit={() => open(pack)} onChange={packs.reload} />
      ))}
      {form !== null && (
        <PackForm
          key={round}
          own={own}
          pack={form === 'new' ? null : form}
          onDone={packs.reload}
          onClose={() => setForm(null)}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly pack: StickerPack;
  readonly onEdit: () => void;
  readonly onChange: () => void;
}

function PackRow({ pack: { id, title, isMine, stickers }, onEdit, onChange }: RowProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const ask = useAsk();
  const remove = async () => {
    const words = { title: t('pack.deleteAsk'), confirm: t('pack.delete'), danger: true };
    if (isMine && !(await ask(words))) return;
    const answer = await actions.removePack(id);
    if (!answer.ok) toasts.show(failureText(t, answer.reason));
    onChange();
  };
  return (
    <section aria-label={title}>
      <div className={styles.packsHead}>
        <h3 dir="auto">{title}</h3>
        {isMine && (
          <Button small kind="quiet" onClick={onEdit}>
            {t('pack.edit')}
          </Button>
        )}
        <Button small kind="quiet" onClick={() => void remove()}>
          {t(isMine ? 'pack.delete' : 'pack.remove')}
        </Button>
      </div>
      <ul className={styles.grid}>
        {stickers.map((one) => (
          <li key={one.id} className={styles.tile}>
            <Photo still src={one.src} alt={one.name || t('msg.emoji')} loading="lazy" />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FormProps {
  readonly own: readonly Emoji[];
  /** Null: a new one. */
  readonly pack: StickerPack | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function PackForm({ own, pack, onDone, onClose }: FormProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [title, setTitle] = useState(pack?.title ?? '');
  const [chosen, setChosen] = useState<readonly number[]>(pack?.stickers.map(({ fileId }) => fileId) ?? []);
  const known = new Set(own.map(({ fileId }) => fileId));
  const offered = [...own, ...(pack?.stickers.filter(({ fileId }) => !known.has(fileId)) ?? [])];
  const submit = async () => {
    if (chosen.length === 0) return t('pack.few');
    const answer = await actions.savePack(pack?.id ?? 0, title, chosen);
    if (!answer.ok) return failureText(t, answer.reason);
    onDone();
    return null;
  };
  return (
    <FormSheet
      open
      title={t(pack === null ? 'pack.new' : 'pack.edit')}
      confirm={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="title"
        label={t('pack.name')}
        value={title}
        visibleMax={limits.titleMax}
        onValue={setTitle}
      />
      <ul className={cx(styles.grid, styles.offered)} aria-label={t('pack.choose')}>
        {offered.map(({ fileId, name, src }) => {
          const isChosen = chosen.includes(fileId);
          return (
            <li key={fileId}>
              <button
                type="button"
                role="checkbox"
                aria-checked={isChosen}
                aria-label={name || t('msg.emoji')}
                disabled={!isChosen && chosen.length >= limits.stickersMax}
                className={cx(styles.tile, isChosen && styles.chosen)}
                onClick={() =>
                  setChosen((now) => (isChosen ? now.filter((one) => one !== fileId) : [...now, fileId]))
                }
              >
                <Photo still src={src} alt="" loading="lazy" />
                <span className={styles.check}>
                  {isChosen && <Check size={14} strokeWidth={3} aria-hidden="true" />}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </FormSheet>
  );
}
