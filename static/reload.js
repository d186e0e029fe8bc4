// Run before anything else of a page that has to be loaded again (worker.js).
location.reload();
