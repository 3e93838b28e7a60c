import { useActorRef, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { unreachable } from '../../../../domain/assert.ts';
import { type UpdateEffect, updateMachine } from '../../../../../machines/update.machine.ts';
import type { AppRelease } from '../../../../client/interface/account.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient } from '../../../shared/client-context.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { usePerformed } from '../../../kit/use-performed.ts';
import { useAsk } from '../../../kit/use-ask.tsx';
import { openOutside } from '../../../platform/device.ts';
import { readSetting, writeSetting } from '../../../platform/settings.ts';
import { fetchFile, shell } from '../../../platform/shell.ts';
import { fetchBuild, takeBuild } from '../../../platform/worker.ts';

/** The version that was put off on this device. */
const PUT_OFF = 'update-later';

export interface Update {
  readonly check: (byHand: boolean) => void;
  readonly busy: boolean;
  /** The automatic offer: a strip, or a page without a way past it. */
  readonly offer: {
    readonly release: AppRelease;
    readonly forced: boolean;
    readonly coming: boolean;
    readonly percent: number;
  } | null;
  readonly take: () => void;
  readonly later: () => void;
}

/**
 * Checks for a newer version and runs the machine's effects (UPD-1 … UPD-3). A browser gets its server's
 * build by the service worker; a shell fetches the file of the answer and installs it.
 */
export function useUpdate(): Update {
  const { t } = useTranslation();
  const ask = useAsk();
  const toasts = useToasts();
  const actor = useActorRef(updateMachine);
  const state = useSelector(actor, ({ value }) => value);
  const byHand = useSelector(actor, ({ context }) => context.byHand);
  const [release, setRelease] = useState<AppRelease | null>(null);

  const look = useLook(actor, setRelease);
  const { percent, download, install } = useInstallation(actor, release);
  usePerformed(actor, (effect: UpdateEffect) => {
    switch (effect.type) {
      case 'askServer':
        return void look();
      case 'tellLatest':
        return toasts.show(t('about.latest'));
      case 'tellCheckFailed':
        return toasts.show(t('about.checkFailed'));
      case 'download':
        return void download();
      case 'install':
        return;
      case 'tellDownloadFailed':
        return toasts.show(t('about.downloadFailed'));
      case 'tellInstallFailed':
        return toasts.show(t('about.installFailed'));
    }
    return unreachable(effect);
  });
  const answer = (isAccepted: boolean) => {
    if (!isAccepted && release !== null) writeSetting(PUT_OFF, release.name);
    actor.send({ type: isAccepted ? 'update.take' : 'update.later' });
  };
  const askUpdate = useEffectEvent(async (release: AppRelease) => {
    answer(
      await ask({
        title: t('about.found', { version: release.name }),
        text: release.info,
        confirm: t('about.update'),
        cancel: t('about.later'),
      }),
    );
  });
  // Runs after the download, so that the last fetched file is installed.
  const onInstalling = useEffectEvent(() => void install());
  useEffect(() => {
    if (state === 'installing') onInstalling();
    if (state === 'offered' && release !== null && byHand) void askUpdate(release);
  }, [state, release, byHand]);
  const coming = state === 'downloading' || state === 'installing';
  const canInstall = state === 'offered' && !byHand;
  const isOffered = canInstall || state === 'forced' || (coming && release?.kind !== 'silent');
  return {
    check: useCallback((byHand) => actor.send({ type: 'check.asked', byHand }), [actor]),
    busy: state === 'checking',
    offer:
      isOffered && release !== null ? { release, forced: release.kind === 'forced', coming, percent } : null,
    take: () => answer(true),
    later: () => answer(false),
  };
}

/** Requests the newest version, and sends the result to the machine. */
function useLook(actor: ActorRefFrom<typeof updateMachine>, onFound: (release: AppRelease) => void) {
  const { actions } = useClient();
  return async () => {
    const { byHand } = actor.getSnapshot().context;
    const host = shell();
    const answer = await (host === null
      ? actions.checkUpdate(byHand)
      : actions.checkUpdate(byHand, { platform: host.platform, build: host.build }));
    if (!answer.ok) return actor.send({ type: 'check.failed' });
    // Put off before this page was loaded (UPD-2).
    const isPostponed =
      !byHand && answer.value?.kind === 'optional' && answer.value.name === readSetting(PUT_OFF);
    if (!answer.value || isPostponed) return actor.send({ type: 'check.none' });
    onFound(answer.value);
    actor.send({ type: 'check.found', kind: answer.value.kind, version: answer.value.name });
  };
}

/** Installs the release: by the service worker of a browser, as a file by the shell around the page. */
function useInstallation(actor: ActorRefFrom<typeof updateMachine>, release: AppRelease | null) {
  const [percent, setPercent] = useState(0);
  const [file, setFile] = useState<Blob | null>(null);
  const download = async () => {
    setPercent(0);
    if (shell() === null) await fetchBuild();
    else {
      const file = await fetchFile(release?.address ?? '', setPercent);
      if (file === null) return actor.send({ type: 'download.failed' });
      setFile(file);
    }
    actor.send({ type: 'download.done' });
  };
  const install = async () => {
    const host = shell();
    if (host !== null) {
      const isInstalled = file !== null && (await host.install(file).catch(() => false));
      return isInstalled ? undefined : actor.send({ type: 'install.failed' });
    }
    // A silent release interrupts no user: the next load brings it.
    if (release?.kind === 'silent') return;
    const address = release?.address ?? '';
    if (!/^https?:\/\//.test(address) || address.startsWith(location.origin)) return takeBuild();
    if (!openOutside(address)) actor.send({ type: 'install.failed' });
  };
  return { percent, download, install };
}
