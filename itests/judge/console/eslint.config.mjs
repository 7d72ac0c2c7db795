// Rules for the TypeScript of the console, run from its folder.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import accessibility from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

const here = dirname(fileURLToPath(import.meta.url));

export default typescript.config({
  files: ['**/*.ts', '**/*.tsx'],
  extends: [...typescript.configs.recommendedTypeChecked, accessibility.flatConfigs.strict],
  languageOptions: { parserOptions: { project: join(here, 'checked.json'), tsconfigRootDir: here } },
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  plugins: { 'react-hooks': hooks },
  // Preact takes the attribute as HTML calls it.
  settings: { 'jsx-a11y': { attributes: { for: ['for', 'htmlFor'] } } },
  rules: {
    // The rest of the plug-in is for React's compiler.
    'react-hooks/rules-of-hooks': 'error',
    'react-hooks/exhaustive-deps': 'error',
    eqeqeq: 'error',
    'no-eval': 'error',
    'no-implied-eval': 'off',
    '@typescript-eslint/no-implied-eval': 'error',
    // A region that scrolls has to be reached by keyboard (WCAG 2.1.1).
    'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['group'], tags: ['section'] }],
    // Nothing is sent or rendered but through Preact, which escapes.
    'no-restricted-syntax': [
      'error',
      { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Markup from data is script from data.' },
      { selector: "MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]", message: 'Markup from data is script from data.' },
    ],
  },
});
