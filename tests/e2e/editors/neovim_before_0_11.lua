-- What the page on editors gives only the name of: the settings of versions without vim.lsp.config.
vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  callback = function(event)
    if vim.bo[event.buf].buftype ~= "" then
      return
    end
    local top = vim.fs.find(".git", { path = event.match, upward = true })[1]
    vim.lsp.start({
      name = "phaser-lint",
      cmd = { "phaser-lint", "lsp" },
      root_dir = top and vim.fs.dirname(top),
    })
  end,
})
