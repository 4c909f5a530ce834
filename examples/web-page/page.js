// A host that bundles its page writes 'holdfast/view' here.
import { drawServerChart } from './chart.js';

const chart = drawServerChart(document.querySelector('#chart'));

new EventSource('state').onmessage = ({ data }) => chart.show(JSON.parse(data));
