import '../screens/chats/typing-line.tsx';
import { useEffect } from 'react';
import { watchForeignNodes } from '../platform/foreign-nodes.ts';
import { armSound } from '../platform/sound.ts';
import { useClient } from '../shared/client-context.ts';
import { CallHost } from './call-host.tsx';
import { keepShownList } from './keep-shown-list.ts';
import { ShortcutsHost } from './shortcuts-host.tsx';
import { watchStyles } from './style-again.ts';
import { SwitcherHost } from './switcher-host.tsx';
import { UnsentHost } from './unsent-host.tsx';
import { UpdateHost } from './update-host.tsx';
import { usePreparedPress } from './use-prepared-press.ts';

/** Parts of the frame that pages do not need for their display: loaded right after them. */
export default function LaterHosts() {
  usePreparedPress();
  const client = useClient();
  useEffect(() => keepShownList(client.store), [client]);
  useEffect(() => armSound(), []);
  useEffect(() => watchForeignNodes(), []);
  useEffect(() => watchStyles(), []);
  return (
    <>
      <SwitcherHost />
      <CallHost />
      <ShortcutsHost />
      <UnsentHost />
      <UpdateHost />
    </>
  );
}
