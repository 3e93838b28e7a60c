import { useTranslation } from '../i18n/use-translation.ts';
import { ProductMark } from '../kit/mark.tsx';
import { LanguageChoice } from '../screens/account/login/language-choice.tsx';
import { Acting } from './acting.tsx';
import { Framing } from './framing.tsx';
import styles from './kit-page.module.css';
import { Over } from './over.tsx';
import { Samples } from './shown.tsx';
import { Tokens } from './tokens.tsx';

const WORDS = {
  'zh-CN': {
    title: '组件与样式',
    tokens: '样式变量',
    shown: '展示',
    frame: '框架',
    act: '操作与输入',
    over: '浮层',
    name: '安小满',
  },
  en: {
    title: 'The kit',
    tokens: 'Tokens',
    shown: 'Show',
    frame: 'Frame',
    act: 'Act and write',
    over: 'Over a page',
    name: 'Anna Lake',
  },
} as const;

/** Every part of the kit in its states, in the language that is chosen here. */
export function KitPage() {
  const { t, language } = useTranslation();
  const words = WORDS[language];
  return (
    <main className={styles.page}>
      <div className={styles.inner}>
        <header className={styles.head}>
          <ProductMark size={32} />
          <h1>{words.title}</h1>
          <LanguageChoice />
        </header>
        <Tokens title={words.tokens} sample={t('title.chat')} />
        <Samples title={words.shown} name={words.name} />
        <Acting title={words.act} />
        <Framing title={words.frame} />
        <Over title={words.over} />
      </div>
    </main>
  );
}
