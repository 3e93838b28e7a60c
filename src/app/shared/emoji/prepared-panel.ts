import { useEffect } from 'react';
import { preparedAside } from '../../kit/prepared-aside.ts';
import { savesData } from '../../platform/saves-data.ts';
import { whenIdle } from '../../platform/time.ts';

const load = () => import('./emoji-panel.tsx');

export const PreparedEmojiPanel = preparedAside(load);

async function prepare(language: string): Promise<void> {
  const [{ prepareEmoji }] = await Promise.all([load(), PreparedEmojiPanel.prepare()]);
  await prepareEmoji(language);
}

/**
 * Loads the panel and the emoji of the language once the pointer moves and the page is idle, so that a press
 * shows them at once; not if the browser saves data (UI-187).
 */
export function usePreparedEmoji(language: string): void {
  useEffect(() => {
    if (savesData()) return undefined;
    let cancel = () => undefined as void;
    // The press itself tries again, and reports the failure.
    const onMove = () => {
      cancel = whenIdle(() => void prepare(language).catch(() => undefined));
    };
    addEventListener('pointermove', onMove, { once: true });
    return () => {
      removeEventListener('pointermove', onMove);
      cancel();
    };
  }, [language]);
}
