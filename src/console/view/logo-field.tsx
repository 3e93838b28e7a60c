import { useRef, useState } from 'react';
import type { ChangeEvent } from 'react';
import { logoLimits as limits } from '../../domain/account-limits.ts';
import { base64Of } from '../platform/browser.ts';
import type { Said } from '../platform/ask.ts';
import { useConsole } from './context.ts';
import type { FieldIds } from './setting-field.tsx';
import styles from './logo-field.module.css';

interface Props {
  /** Address of the present logo; empty: the icon of the product. */
  readonly value: string;
  readonly ids: FieldIds;
}

/** Uploads and removes the logo: pages load no picture from another host (CONF-31). */
export function LogoField({ value, ids }: Props) {
  const { ask, t } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  const [logo, setLogo] = useState(value);
  const [isBusy, setIsBusy] = useState(false);
  const [told, setTold] = useState('');
  const end = (said: Said<unknown>, next: string | null) => {
    setIsBusy(false);
    if (next !== null) setLogo(next);
    setTold(next !== null ? t('done') : 'reason' in said ? said.reason : t('away'));
  };
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file may be chosen again after a refusal.
    target.value = '';
    if (file === undefined) return;
    if (file.size > limits.bytesMax) return setTold(t('logoLarge', { kb: limits.bytesMax / 1_024 }));
    setIsBusy(true);
    const reply = await ask.setLogo(await base64Of(file));
    end(reply, reply.kind === 'data' ? reply.data.logo : null);
  };
  const remove = async () => {
    setIsBusy(true);
    const reply = await ask.run('settings set', { 'sysInfo.logo': '' });
    end(reply, reply.kind === 'data' && reply.data.isDone ? '' : null);
  };
  return (
    <div className={styles.logo}>
      {logo !== '' && <img src={logo} alt={t('logoNow')} />}
      <input
        ref={input}
        hidden
        type="file"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => void upload(event)}
      />
      <button type="button" disabled={isBusy} {...ids} onClick={() => input.current?.click()}>
        {t('logoChoose')}
      </button>
      {logo !== '' && (
        <button
          type="button"
          disabled={isBusy}
          aria-describedby={ids['aria-describedby']}
          onClick={() => void remove()}
        >
          {t('logoRemove')}
        </button>
      )}
      <output>{told}</output>
    </div>
  );
}
