import { type ChangeEvent, useRef, useState } from 'react';
import { stickerLimits as limits } from '../../domain/stickers.ts';
import { base64Of } from '../platform/browser.ts';
import type { SectionProps } from './console-app.tsx';
import styles from './console.module.css';
import { useConsole } from './context.ts';
import logoStyles from './logo-field.module.css';
import { type Column, Shown, Table } from './parts.tsx';
import { RowActions } from './row-actions.tsx';
import { useShow } from './use-show.ts';

interface Emoji {
  readonly name: string;
  readonly src: string;
}

/** "Party Parrot.GIF" becomes "party_parrot". */
const nameFrom = (file: string): string =>
  file
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');

/** Uploads the chosen files one after the other, and reports each failure by the name of its file. */
function useUpload() {
  const { ask, t } = useConsole();
  const [uploads, setUploads] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [lines, setLines] = useState<readonly string[]>([]);
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // The same file may be chosen again after a refusal.
    target.value = '';
    if (files.length === 0) return;
    setIsBusy(true);
    let count = 0;
    const failed: string[] = [];
    for (const file of files) {
      const isLarge = file.size > limits.serverBytesMax;
      const reply = isLarge ? null : await ask.addEmoji(nameFrom(file.name), await base64Of(file));
      if (reply?.kind === 'data') count += 1;
      else if (reply === null)
        failed.push(`${file.name}: ${t('logoLarge', { kb: limits.serverBytesMax / 1_024 })}`);
      else failed.push(`${file.name}: ${'reason' in reply ? reply.reason : t('away')}`);
      if (reply?.kind === 'unproved') break;
    }
    setLines([...(count > 0 ? [t('emojiAdded', { count })] : []), ...failed]);
    setUploads((now) => now + 1);
    setIsBusy(false);
  };
  return { uploads, isBusy, lines, upload };
}

/** Emoji that every user of the server may use by name (EMOJI-8). */
export function ServerEmoji(props: SectionProps) {
  const { t } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  const { uploads, isBusy, lines, upload } = useUpload();
  const loaded = useShow<{ readonly rows: readonly Emoji[] }>('emoji', {}, props.round + uploads);
  const columns: readonly Column<Emoji>[] = [
    { title: t('picture'), render: ({ src }) => <img src={src} alt="" width={32} height={32} /> },
    { title: t('name'), render: ({ name }) => <code>:{name}:</code>, sortBy: ({ name }) => name },
    {
      title: t('actions'),
      isActions: true,
      render: ({ name }) => <RowActions {...props} name={name} value={name} />,
    },
  ];
  return (
    <>
      <p className={styles.note}>{t('emojiHint', { kb: limits.serverBytesMax / 1_024 })}</p>
      <div className={logoStyles.logo}>
        <input
          ref={input}
          hidden
          multiple
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
          onChange={(event) => void upload(event)}
        />
        <button type="button" disabled={isBusy} onClick={() => input.current?.click()}>
          {t('emojiAdd')}
        </button>
        <output>
          {lines.map((line) => (
            <div key={line} dir="auto">
              {line}
            </div>
          ))}
        </output>
      </div>
      <Shown of={loaded}>
        {({ rows }) => (
          <Table
            name={t('emoji')}
            columns={columns}
            rows={rows}
            keyOf={({ name }) => name}
            empty="emojiNone"
          />
        )}
      </Shown>
    </>
  );
}
