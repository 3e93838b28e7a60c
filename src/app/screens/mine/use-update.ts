import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createActor } from 'xstate';
import { unreachable } from '../../../domain/assert.ts';
import { type UpdateEffect, updateMachine } from '../../../../machines/update.machine.ts';
import type { Release } from '../../../client/account.ts';
import { useClient } from '../../kit/client-context.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { openOutside, reloadPage } from '../../platform/device.ts';

/**
 * Looks for a newer version and does what the machine says about it (UPD-1 … UPD-3). In a browser there
 * is nothing to install: the newest build is what the server gives at the next load, or a page of its own.
 */
export function useUpdate(): { readonly check: (byHand: boolean) => void; readonly busy: boolean } {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const toasts = useToasts();
  const [actor] = useState(() => createActor(updateMachine));
  const [release, setRelease] = useState<Release | null>(null);
  const [state, setState] = useState<string>('idle');

  const look = async () => {
    const answer = await actions.checkUpdate(actor.getSnapshot().context.byHand);
    if (!answer.ok) return actor.send({ type: 'check.failed' });
    if (answer.value === null) return actor.send({ type: 'check.none' });
    setRelease(answer.value);
    actor.send({ type: 'check.found', kind: answer.value.kind, version: answer.value.name });
  };
  const install = () => {
    const address = release?.address ?? '';
    if (!/^https?:\/\//.test(address)) return reloadPage();
    if (!openOutside(address)) actor.send({ type: 'install.failed' });
  };
  const perform = useEffectEvent((effect: UpdateEffect) => {
    switch (effect.type) {
      case 'askServer':
        return void look();
      case 'tellLatest':
        return toasts.show(t('about.latest'));
      case 'tellCheckFailed':
        return toasts.show(t('about.checkFailed'));
      case 'download':
        return actor.send({ type: 'download.done' });
      case 'install':
        return install();
      case 'tellDownloadFailed':
        return toasts.show(t('about.downloadFailed'));
      case 'tellInstallFailed':
        return toasts.show(t('about.installFailed'));
    }
    return unreachable(effect);
  });
  const offer = useEffectEvent(async (release: Release, firm: boolean) => {
    const words = { title: t('about.found', { version: release.name }), text: release.info, confirm: t('about.update'), cancel: t('about.later'), firm };
    actor.send({ type: (await ask(words)) ? 'update.take' : 'update.later' });
  });
  useEffect(() => {
    const ends = [actor.on('*', (effect) => perform(effect)), actor.subscribe((snapshot) => setState(snapshot.value))];
    actor.start();
    return () => {
      for (const end of ends) end.unsubscribe();
    };
  }, [actor]);
  useEffect(() => {
    if (release !== null && (state === 'offered' || state === 'forced')) void offer(release, state === 'forced');
  }, [state, release]);
  return { check: useCallback((byHand) => actor.send({ type: 'check.asked', byHand }), [actor]), busy: state === 'checking' };
}
