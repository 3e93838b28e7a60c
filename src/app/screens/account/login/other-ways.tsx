import '../../../kit/page-tokens.css';
import { useEffect, useState } from 'react';
import { MemoryRouter, useInRouterContext } from 'react-router-dom';
import type { Actions } from '../../../../client/interface/client.ts';
import { pageTexts, startTexts } from '../../../i18n/index.ts';
import { OpenIdWays } from './openid-ways.tsx';
import { OwnPassword } from './own-password.tsx';
import { SecondStep } from './second-step.tsx';

type Form = Partial<Parameters<Actions['login']>[0]>;

interface OtherWaysProps {
  /** What was right so far, where more is asked for; null: nothing is. */
  readonly sent: Form | null;
  readonly search: string;
  readonly setSent: (form: Form | null) => void;
}

/** What the login page has beside its form, and what most people never see. */
export default function OtherWays(props: OtherWaysProps) {
  // The login page stands there before there is a router, which a sheet asks where it is, and before texts
  // were started, which know the language then.
  const isRouted = useInRouterContext();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const load = async () => {
      if (!isRouted) await startTexts();
      await pageTexts();
      setReady(true);
    };
    void load();
  }, [isRouted]);
  if (!isReady) return null;
  const { sent: form, search, setSent: onForm } = props;
  const ways = (
    <>
      <OpenIdWays search={search} onForm={onForm} />
      {form?.ownPassword === '' && <OwnPassword form={form} onForm={onForm} />}
      {form && form.ownPassword !== '' && <SecondStep form={form} onClose={() => onForm(null)} />}
    </>
  );
  return isRouted ? ways : <MemoryRouter>{ways}</MemoryRouter>;
}
