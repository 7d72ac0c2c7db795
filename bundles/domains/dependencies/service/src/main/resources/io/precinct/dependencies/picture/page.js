'use strict';
(() => {
  const frame = document.querySelector('.picture');
  if (!frame) return;
  const svg = frame.querySelector('svg');
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const nodes = [...svg.querySelectorAll('.n')];
  const edges = [...svg.querySelectorAll('.e[data-f]')];

  function show(node) {
    const box = node.getBoundingClientRect();
    const place = frame.getBoundingClientRect();
    frame.scrollLeft += box.left + box.width / 2 - place.left - place.width / 2;
    frame.scrollTop += box.top + box.height / 2 - place.top - place.height / 2;
  }

  const start = svg.querySelector('.n.d0');
  if (start) show(start);

  frame.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const place = frame.getBoundingClientRect();
    const before = svg.getBoundingClientRect().width / width;
    const after = Math.min(4, Math.max(0.05, before * Math.exp(-event.deltaY / 300)));
    const x = (frame.scrollLeft + event.clientX - place.left) / before;
    const y = (frame.scrollTop + event.clientY - place.top) / before;
    frame.classList.remove('fit');
    svg.setAttribute('width', width * after);
    svg.setAttribute('height', height * after);
    frame.scrollLeft = x * after - event.clientX + place.left;
    frame.scrollTop = y * after - event.clientY + place.top;
  }, { passive: false });

  function mark(index) {
    for (const edge of edges) {
      edge.classList.toggle('on', index !== null && (edge.dataset.f === index || edge.dataset.t === index));
    }
  }
  for (const node of nodes) {
    const index = node.id.slice(1);
    node.addEventListener('mouseenter', () => mark(index));
    node.addEventListener('mouseleave', () => mark(null));
    node.addEventListener('focus', () => mark(index));
    node.addEventListener('blur', () => mark(null));
  }

  const label = document.createElement('label');
  const search = document.createElement('input');
  const count = document.createElement('small');
  search.type = 'search';
  search.placeholder = 'find in the picture';
  search.setAttribute('aria-label', 'Find in the picture');
  count.setAttribute('role', 'status');
  label.append(search, count);
  document.querySelector('.tools').append(label);
  search.addEventListener('input', () => {
    const wanted = search.value.trim().toLowerCase();
    const found = nodes.filter((node) => {
      const hit = wanted !== '' && node.querySelector('title').textContent.toLowerCase().includes(wanted);
      node.classList.toggle('found', hit);
      return hit;
    });
    count.textContent = wanted === '' ? '' : found.length + ' found';
    if (found.length > 0) show(found[0]);
  });
})();
