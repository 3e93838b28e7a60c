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
  /** The accepted fields while the server requires more; null: no further step. */
  readonly sent: Form | null;
  readonly search: string;
  readonly setSent: (form: Form | null) => void;
}

/** Rarely used parts of the login page, apart from its form. */
export default function OtherWays(props: OtherWaysProps) {
  // The login page is shown before the router and the i18n library are loaded. A sheet needs both.
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
