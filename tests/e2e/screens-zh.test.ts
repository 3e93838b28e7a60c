import { proveScreens } from '../support/proof/passes.ts';

proveScreens('zh-CN');
