// Classic forms of script in data. Each calls __xss with its number, wherever it is executed; so does alert.
const FORMS = [
  '<img src=x onerror=XSS>',
  '<svg onload=XSS>',
  '<script>XSS</script>',
  '"><script>XSS</script>',
  "'><img src=x onerror=XSS>",
  '" autofocus onfocus="XSS" onmouseover="XSS" x="',
  "' autofocus onfocus='XSS' x='",
  '` autofocus onfocus=XSS x=`',
  'x onmouseover=XSS tabindex=1 autofocus onfocus=XSS',
  'javascript:XSS',
  'JaVaScRiPt:XSS//http://example.org',
  '<a href="javascript:XSS">x</a>',
  '<a href="java&#x09;script:XSS">x</a>',
  '<iframe srcdoc="<script>parent.XSS</script>"></iframe>',
  '<iframe src="javascript:parent.XSS"></iframe>',
  '<details open ontoggle=XSS>x</details>',
  '<video><source onerror=XSS></video><audio src=x onerror=XSS>',
  '<template><img src=x onerror=XSS></template><template shadowrootmode=open><img src=x onerror=XSS></template>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=XSS&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=XSS>">',
  '</script><script>XSS</script>',
  '</title><script>XSS</script>',
  '</style><script>XSS</script>',
  '</textarea></pre></code><svg/onload=XSS>',
  '--><img src=x onerror=XSS><!--',
  ']]><img src=x onerror=XSS><![CDATA[',
  '<style>@import "javascript:XSS";*{background:url("javascript:XSS")}</style>',
  '" style="animation:x 1s;background:url(javascript:XSS)" onanimationstart="XSS',
  '<object data="javascript:XSS"></object><embed src="javascript:XSS">',
  '<form><button formaction="javascript:XSS">x</button><input name=action></form>',
  '<meta http-equiv=refresh content="0;url=javascript:XSS"><base href="javascript:XSS//">',
  'data:text/html,<script>parent.XSS</script>',
  "'-XSS-'",
  "\\';XSS;//",
  '${XSS}{{constructor.constructor("XSS")()}}<%= XSS %>',
  '\\u003cimg src=x onerror=XSS\\u003e',
  '%3Cimg%20src%3Dx%20onerror%3DXSS%3E',
  '&lt;img src=x onerror=XSS&gt;&#60;svg onload=XSS&#62;',
  '<im\u0000g src=x onerror\u0000=XSS>',
  '\uff1cimg src=x onerror=XSS\uff1e\u2028<\u017fcript>XSS</\u017fcript>\u202e',
];

export const payloads = FORMS.map((form, number) => form.replaceAll('XSS', `__xss(${number})`));

/** Runs in every page before its own scripts: tells of whatever is executed or blocked. */
export function watch() {
  const told = (what) => globalThis.__told?.(`${location.href.slice(0, 300)}: ${what}`);
  globalThis.__xss = (number) => told(`payload ${number} was executed`);
  for (const name of ['alert', 'confirm', 'prompt', 'print']) {
    globalThis[name] = () => told(`${name} was called`);
  }
  document.addEventListener('securitypolicyviolation', (event) => told(`the policy blocked ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
}

/** Markup in a page that would execute something, whether or not the policy lets it; runs in the page. */
export function active() {
  const found = [];
  const schemes = /^[\s\u0000-\u001f]*(?:javascript|vbscript|data:text\/html)/i;
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name) || name === 'srcdoc' || (['href', 'src', 'action', 'formaction', 'data', 'xlink:href'].includes(name) && schemes.test(value))) {
        found.push(`${element.localName} with ${name}="${value.slice(0, 80)}"`);
      }
    }
    if (['iframe', 'object', 'embed', 'base', 'math', 'audio', 'video', 'template'].includes(element.localName)) {
      found.push(element.localName);
    }
    if (['script', 'style'].includes(element.localName) && element.textContent.includes('__xss')) {
      found.push(`${element.localName}: ${element.textContent.slice(0, 80)}`);
    }
  }
  return found;
}
