import { useEffect, useEffectEvent } from 'react';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useLoad } from '../../shared/use-load.ts';
import { useOwnSetting } from '../../kit/use-setting.ts';
import { GONE_CHATS } from '../../platform/gone-chats-setting.ts';
import { DarkBar } from './dark-bar.tsx';
import { RemovedChatBars } from './gone-bars.tsx';
import { NewerBar } from './newer-bar.tsx';
import { QuietBar } from './quiet-bar.tsx';
import { SecurityBar } from './security-bar.tsx';
import { UnsentBars } from './unsent-bars.tsx';

/** Optional bars above the list, loaded after it. */
export default function ListBars() {
  const [gone] = useOwnSetting(GONE_CHATS);
  return (
    <>
      <SecurityBar />
      <DarkBar />
      <QuietBar />
      <NewerKept />
      <UnsentBars />
      {gone !== null && <RemovedChatBars kept={gone} />}
    </>
  );
}

/** Reports data of a newer build once, and again after the server was upgraded and downgraded (STORE-16). */
function NewerKept() {
  const { actions } = useClient();
  const self = useStore((state) => state.self?.id ?? 0);
  const { value } = useLoad(String(self), () => actions.newerKept());
  const [closed, close] = useOwnSetting('newer_kept');
  const isOver = value === false && closed !== null;
  const onOver = useEffectEvent(() => close(null));
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  if (value !== true || closed !== null) return null;
  return <NewerBar onClose={() => close('closed')} />;
}
